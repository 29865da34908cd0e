import { Fragment, type ReactNode } from 'react';
import { useWords } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { ViewerTool } from './viewer-tool.ts';

export interface ViewerBarProps {
  tools: readonly ViewerTool[];
  title: string;
  ready: boolean;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onReset: () => void;
  /** Whether the viewer covers the window. */
  full: boolean;
  onFull: () => void;
  link: ReactNode;
}

/** The line under the picture: which structure it is, what is going on, the tools' own controls, the menu. */
export function ViewerBar({ tools, title, ready, onPrevious, onNext, onReset, full, onFull, link }: ViewerBarProps) {
  const words = useWords().viewer;
  const status = tools.find((tool) => tool.status)?.status ?? title;
  return (
    <div className="cv-viewer-bar" part="viewer-menu">
      {(onPrevious || onNext) && (
        <>
          <Button
            kind="quiet"
            dense
            icon="previous"
            iconOnly
            label={words.previous}
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <Button kind="quiet" dense icon="next" iconOnly label={words.next} disabled={!onNext} onClick={onNext} />
        </>
      )}
      <span className="cv-viewer-caption" role="status">
        {status}
      </span>
      {link}
      {tools.map((tool) => tool.panel && <Fragment key={tool.id}>{tool.panel}</Fragment>)}
      <Menu
        label={words.menu}
        icon="menu"
        disabled={tools.some((tool) => tool.busy)}
        groups={tools.map((tool) => tool.menu ?? [])}
      />
      <Button kind="quiet" dense icon="reset" label={words.reset} disabled={!ready} onClick={onReset} />
      <Button
        kind="quiet"
        dense
        icon={full ? 'shrink' : 'expand'}
        iconOnly
        label={full ? words.leaveFullscreen : words.fullscreen}
        onClick={onFull}
      />
    </div>
  );
}
