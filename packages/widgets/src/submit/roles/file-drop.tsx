import { type ReactNode, useId, useRef, useState } from 'react';

interface FileDropProps {
  label: string;
  /** Endings with their dots, as a file dialog takes them. */
  accept: string;
  drop: string;
  choose: string;
  hint: string;
  disabled?: boolean;
  onFile: (file: File) => void;
  children?: ReactNode;
}

/** A place to drop a file on, with a button that opens the file dialog for the keyboard. */
export function FileDrop({ label, accept, drop, choose, hint, disabled, onFile, children }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (file && !disabled) onFile(file);
  };
  return (
    // A file may be dropped anywhere on the place; everything in it is reachable by keyboard on its own.
    <div
      className="cv-drop cv-drop-small"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        id={id}
        type="file"
        className="cv-hidden"
        accept={accept}
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // The same file, mended, may be chosen again.
          event.target.value = '';
        }}
      />
      <p className="cv-row">
        {drop}
        <button type="button" className="cv-button" disabled={disabled} onClick={() => input.current?.click()}>
          {choose}
        </button>
      </p>
      <p className="cv-quiet">{hint}</p>
      {children}
    </div>
  );
}
