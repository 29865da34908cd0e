import { useEffect, useId, useRef } from 'react';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';

/** Shown where the browser did not let a text be copied: a possible reason, another way, and the text itself, selected. */
export function CopyAlert({ text, onClose }: { text: string; onClose: () => void }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Dialog title={words.copy} onClose={onClose}>
      <p id={id} role="alert">
        {words.copyFailed}
      </p>
      <textarea
        ref={field}
        readOnly
        rows={4}
        value={text}
        aria-labelledby={id}
        className="cv-mono"
        spellCheck={false}
      />
    </Dialog>
  );
}
