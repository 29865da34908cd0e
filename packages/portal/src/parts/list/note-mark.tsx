import { useId } from 'react';
import { listWords } from '../../list-words.ts';

/** The mark beside a number whose meaning something changes; it opens what that is. Nothing where there is no note. */
export function NoteMark({ title, note }: { title: string; note: string | null }) {
  const id = useId();
  if (note === null) return null;
  return (
    <>
      <button
        type="button"
        className="note-mark"
        popoverTarget={id}
        aria-label={listWords.noteOf(title)}
        aria-describedby={id}
        title={note}
      >
        ⚠
      </button>
      <span id={id} className="note-text" role="note" popover="auto">
        {note}
      </span>
    </>
  );
}
