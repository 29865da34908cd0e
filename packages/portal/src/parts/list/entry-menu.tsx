import { useRef } from 'react';
import { listWords } from '../../list-words.ts';
import { words } from '../../words.ts';
import { Icon } from '../icon.tsx';

/** What can be done with one entry of a list. */
export type EntryAction = 'rename' | 'move' | 'share' | 'delete';

/** The menu of one row. */
export function EntryMenu({ name, onAction }: { name: string; onAction: (action: EntryAction) => void }) {
  const details = useRef<HTMLDetailsElement>(null);
  const choose = (action: EntryAction) => () => {
    if (details.current) details.current.open = false;
    // What the menu opens gives the focus back to where it was now: the entry itself is hidden by then.
    details.current?.querySelector('summary')?.focus();
    onAction(action);
  };
  const lines: [EntryAction, string][] = [
    ['rename', words.rename],
    ['move', listWords.move],
    ['share', words.share],
    ['delete', words.delete],
  ];
  return (
    <details
      ref={details}
      className="menu"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary
        className="cv-button"
        data-kind="quiet"
        data-icon-only=""
        data-dense=""
        aria-label={words.actionsFor(name)}
      >
        <Icon name="more" />
      </summary>
      <div className="menu-items">
        {lines.map(([action, label]) => (
          <button
            key={action}
            type="button"
            className="cv-button"
            data-kind={action === 'delete' ? 'danger' : 'quiet'}
            onClick={choose(action)}
          >
            {label}
          </button>
        ))}
      </div>
    </details>
  );
}
