import type { WorkflowItem } from '@cuvette/core/entities';
import { listedHeadlineText } from '@cuvette/core/workflows/items/listed-headline';
import { listWords } from '../../list-words.ts';
import { NoteMark } from './note-mark.tsx';

/** The key results of an item in one line, with what changes their meaning; null where nothing is known. */
export function ListedHeadline({ item: { headline } }: { item: Pick<WorkflowItem, 'headline'> }) {
  const text = headline ? listedHeadlineText(headline) : null;
  if (!headline || text === null) return null;
  const note = [headline.note, headline.applicability].find((one) => one !== null) ?? null;
  return (
    <>
      <span data-headline="" title={text}>
        {text}
      </span>
      <NoteMark title={listWords.headline} note={note} />
    </>
  );
}

/** Method and solvent of an item in small: with them two items of one name are told apart. */
export function Level({ item: { headline } }: { item: Pick<WorkflowItem, 'headline'> }) {
  const text = (headline?.level ?? []).join(' · ');
  return text === '' ? null : (
    <small className="level" title={text}>
      {text}
    </small>
  );
}
