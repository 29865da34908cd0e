import { useEffect, useRef, useState } from 'react';
import { noteWords } from '../../list-words.ts';

/** Notes as they are read: Markdown, drawn by what is loaded when the first notes are shown; until then, and where it cannot be had, their text. */
export function NotesView({ notes }: { notes: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    let left = false;
    import('./markdown.ts').then(
      ({ notesAsNodes }) => {
        if (left) return;
        box.current?.replaceChildren(notesAsNodes(notes));
        setDrawn(true);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [notes]);
  if (notes.trim() === '') return <p className="cv-quiet">{noteWords.none}</p>;
  return (
    <>
      <div ref={box} className="notes-view" hidden={!drawn} />
      {drawn ? null : <p className="notes-plain">{notes}</p>}
    </>
  );
}
