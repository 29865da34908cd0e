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

/** Method and solvent of an item in small chips: with them two items of one name are told apart. */
export function LevelChips({ item: { headline } }: { item: Pick<WorkflowItem, 'headline'> }) {
  return (headline?.level ?? []).map((title) => (
    <span key={title} className="level-chip" title={title}>
      {title}
    </span>
  ));
}
