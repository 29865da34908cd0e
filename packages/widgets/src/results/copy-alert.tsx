import { useEffect, useId, useRef } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { Dialog } from '../ui/dialog.tsx';
import { resultWords } from './words.ts';

addEnglish(resultWords);

/** Shown when the browser refuses to copy: why, what else works, and the text itself, selected. */
export function CopyAlert({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  const words = useWords().parts;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Dialog title={title} open onClose={onClose}>
      <p id={id} role="alert">
        {words.copyFailed}
      </p>
      <textarea
        ref={field}
        readOnly
        rows={8}
        value={text}
        aria-labelledby={id}
        className="cv-mono cv-copy-text"
        spellCheck={false}
      />
    </Dialog>
  );
}
