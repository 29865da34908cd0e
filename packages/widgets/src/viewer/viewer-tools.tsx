import { Fragment } from 'react';
import { useWords } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { ViewerTool } from './viewer-tool.ts';

export interface ViewerToolsProps {
  tools: readonly ViewerTool[];
  ready: boolean;
  onReset: () => void;
  /** Whether the viewer covers the window. */
  full: boolean;
  onFull: () => void;
}

/** The signs on the picture, one below the other: the menu, what tools add, the picture as a file, the first view, the whole window. */
export function ViewerTools({ tools, ready, onReset, full, onFull }: ViewerToolsProps) {
  const words = useWords().viewer;
  const picture = tools.flatMap(({ menu }) => menu ?? []).find(({ id }) => id === 'download-png');
  const busy = tools.some((tool) => tool.busy);
  return (
    <div className="cv-viewer-tools" part="viewer-menu">
      <div className="cv-viewer-signs" role="group" aria-label={words.controls}>
        <Menu
          label={words.menu}
          icon="settings"
          look="sign"
          disabled={busy}
          groups={tools.map((tool) => tool.menu ?? [])}
        />
        {tools.map((tool) => tool.sign && <Fragment key={tool.id}>{tool.sign}</Fragment>)}
        {picture ? (
          <Button
            kind="quiet"
            dense
            icon="download"
            iconOnly
            label={picture.label}
            disabled={picture.disabled === true || busy}
            onClick={picture.run}
          />
        ) : null}
        <Button kind="quiet" dense icon="reset" iconOnly label={words.reset} disabled={!ready} onClick={onReset} />
        <Button
          kind="quiet"
          dense
          icon={full ? 'shrink' : 'expand'}
          iconOnly
          label={full ? words.leaveFullscreen : words.fullscreen}
          onClick={onFull}
        />
      </div>
    </div>
  );
}
