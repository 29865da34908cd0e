import { useId, useState } from 'react';
import { words } from '../../words.ts';
import { wholeNumber } from './embed-number.ts';

const texts = words.embed;

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}

/** A labelled choice of one among several. */
export function Select<Value extends string>({ label, value, options, onChange }: SelectProps<Value>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find(([one]) => one === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([one, title]) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NumberFieldProps {
  label: string;
  hint: string;
  value: number | null;
  bounds: { least: number; most: number };
  onChange: (value: number | null) => void;
}

/** A field for a whole number, or none. What was typed stays; where it is no such number a message appears, and nothing changes. */
export function NumberField({ label, hint, value, bounds, onChange }: NumberFieldProps) {
  const id = useId();
  const [text, setText] = useState(value === null ? '' : String(value));
  const wrong = wholeNumber(text, bounds) === undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="numeric"
        value={text}
        aria-invalid={wrong}
        aria-describedby={`${id}p ${id}h`}
        onChange={(event) => {
          const typed = event.target.value;
          setText(typed);
          const number = wholeNumber(typed, bounds);
          if (number !== undefined) onChange(number);
        }}
      />
      <span id={`${id}p`} className="problem" role="alert">
        {wrong ? texts.numberProblem(bounds.least, bounds.most) : null}
      </span>
      <span id={`${id}h`} className="cv-quiet">
        {hint}
      </span>
    </div>
  );
}
