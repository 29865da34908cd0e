import { useId } from 'react';
import { FileChoice } from './file-choice.tsx';

interface TextFieldProps {
  label: string;
  rows: number;
  placeholder?: string | undefined;
  value: string;
  onChange: (text: string) => void;
}

/** A box for text in a form that computers read: SMILES, a table. */
export function TextField({ label, rows, placeholder, value, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <label className="field" htmlFor={id}>
      {label}
      <textarea
        id={id}
        className="cv-mono"
        rows={rows}
        spellCheck={false}
        autoCapitalize="off"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

interface FileFieldProps {
  /** The line above the button: that a file does as well as the text. */
  label: string;
  choose: string;
  /** Endings of the files that are offered. */
  accept: string;
  /** What was taken, or what can be. */
  note: string;
  onFile: (file: File) => void;
}

/** A file instead of the text of a dialog. */
export function FileField({ label, choose, accept, note, onFile }: FileFieldProps) {
  return (
    <div className="field">
      {label}
      <span className="cv-row">
        <FileChoice label={choose} name={choose} accept={accept} onFile={onFile} />
        <span className="cv-quiet">{note}</span>
      </span>
    </div>
  );
}
