import { type ReactNode, useRef } from 'react';

interface FileChoiceProps {
  /** What the button shows. */
  label: ReactNode;
  /** What assistive technology reads of the field of the file. */
  name: string;
  /** Endings of the files that are offered; all when left out. */
  accept?: string | undefined;
  disabled?: boolean | undefined;
  onFile: (file: File) => void;
}

/** A button that lets the person choose a file. */
export function FileChoice({ label, name, accept, disabled, onFile }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="cv-button" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={name}
        accept={accept}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again after it failed.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
