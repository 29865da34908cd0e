import type { IdenticalItem } from '@cuvette/core/entities';
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
  return (
    <div className="cv-identical" role="status">
      {first ? (
        <>
          <strong>{words.identicalTitle(day.format(new Date(first.completed_at)), items.length)}</strong>
          {items.slice(0, 3).map((item) =>
            pathOf ? (
              <a key={item.uuid} className="cv-button" data-dense="" href={pathOf(item)}>
                {words.identicalOpen(item.name)}
              </a>
            ) : (
              <span key={item.uuid}>{item.name}</span>
            ),
          )}
          <button
            type="button"
            className="cv-button"
            data-dense=""
            disabled={busy}
            onClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}
          >
            {words.computeAgain}
          </button>
          <span className="cv-quiet">{words.identicalAgain}</span>
        </>
      ) : null}
    </div>
  );
}
