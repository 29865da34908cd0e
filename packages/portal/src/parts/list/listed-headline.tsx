import { listedHeadlineText } from '@cuvette/core/workflows/items/listed-headline';
import { listWords } from '../../list-words.ts';
import type { FolderEntry } from '../paths.ts';
import { NoteMark } from './note-mark.tsx';

/** The key results of an item in one line, with what changes their meaning; empty for a folder, and where nothing is known. */
export function ListedHeadline({ entry }: { entry: FolderEntry }) {
  const headline = entry.type === 'workflow' ? entry.data.headline : undefined;
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
