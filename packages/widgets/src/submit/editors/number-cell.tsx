import { type ReactNode, useState } from 'react';

interface NumberCellProps {
  label: ReactNode;
  /** The number; a text that is none yet stays as it was typed, for the rules to refuse. */
  value: unknown;
  placeholder?: string | undefined;
  invalid?: boolean;
  /** `undefined` for an empty field. */
  onChange: (value: number | string | undefined) => void;
}

/** A small number field in a row of an editor. A comma counts as a decimal point. */
export function NumberCell({ label, value, placeholder, invalid, onChange }: NumberCellProps) {
  const [text, setText] = useState('');
  const current = value ?? undefined;
  const shown = Object.is(typed(text), current) ? text : current === undefined ? '' : String(current);
  return (
    <label className="cv-cell">
      <span>{label}</span>
      <input
        type="text"
        inputMode="decimal"
        className="cv-number"
        value={shown}
        placeholder={placeholder}
        aria-invalid={invalid ?? false}
        onChange={(event) => {
          setText(event.target.value);
          onChange(typed(event.target.value));
        }}
      />
    </label>
  );
}

function typed(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text.replace(',', '.').replace('−', '-'));
  return Number.isFinite(number) ? number : text;
}
