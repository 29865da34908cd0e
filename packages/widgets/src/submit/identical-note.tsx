import type { IdenticalItem } from '@cuvette/core/entities';
import { Callout } from '../ui/states.tsx';
import { submitWords as words } from './words.ts';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

interface IdenticalNoteProps {
  items: readonly IdenticalItem[];
  /** The page of an item; without it only its name is shown. */
  pathOf?: ((item: IdenticalItem) => string) | undefined;
  busy: boolean;
}

/** Says that the same was computed already: its results can be opened, or the form around is submitted to compute it again. */
export function IdenticalNote({ items, pathOf, busy }: IdenticalNoteProps) {
  const [first] = items;
  if (!first) return null;
  return (
    <div className="cv-identical">
      <Callout tone="neutral" title={words.identicalTitle(day.format(new Date(first.completed_at)), items.length)}>
        <p>{words.identicalAgain}</p>
        <div className="cv-row">
          {items.slice(0, 5).map((item) =>
            pathOf ? (
              <a key={item.uuid} className="cv-button" href={pathOf(item)}>
                {words.identicalOpen(item.name)}
              </a>
            ) : (
              <span key={item.uuid}>{item.name}</span>
            ),
          )}
          <button
            type="button"
            className="cv-button"
            disabled={busy}
            onClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}
          >
            {words.computeAgain}
          </button>
        </div>
      </Callout>
    </div>
  );
}
