import { Fragment, type ReactNode } from 'react';
import { useWords } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import type { ViewerTool } from './viewer-tool.ts';

export interface ViewerBarProps {
  tools: readonly ViewerTool[];
  title: string;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  link: ReactNode;
}

/** The line at the lower edge of the picture: which structure it is, with the way to the ones before and after; what is going on. */
export function ViewerBar({ tools, title, onPrevious, onNext, link }: ViewerBarProps) {
  const words = useWords().viewer;
  const status = tools.find((tool) => tool.status)?.status ?? title;
  const steps = onPrevious !== undefined || onNext !== undefined;
  return (
    <div className="cv-viewer-bar">
      {steps ? (
        <Button
          kind="quiet"
          dense
          icon="previous"
          iconOnly
          label={words.previous}
          disabled={!onPrevious}
          onClick={onPrevious}
        />
      ) : null}
      <span className="cv-viewer-caption" role="status">
        {status}
      </span>
      {steps ? (
        <Button kind="quiet" dense icon="next" iconOnly label={words.next} disabled={!onNext} onClick={onNext} />
      ) : null}
      {tools.map((tool) => tool.panel && <Fragment key={tool.id}>{tool.panel}</Fragment>)}
      {link}
    </div>
  );
}
