import type { Problem } from '@cuvette/core/chemistry';
import { symbolOf } from '@cuvette/core/chemistry';
import type { Field } from '@cuvette/core/workflows';
import { lazy, Suspense, useState } from 'react';
import { submitWords as words } from './words.ts';

interface ListInputProps {
  id: string;
  field: Extract<Field, { kind: 'text' | 'range' | 'numbers' | 'atoms' | 'elements' | 'editor' }>;
  value: unknown;
  describedBy: string;
  invalid: boolean;
  problems: readonly Problem[];
  onChange: (value: unknown) => void;
}

const FieldEditor = lazy(async () => ({ default: (await import('./editors/field-editor.tsx')).FieldEditor }));

/** Fields that hold a text or a list: numbers with commas between them, elements to tick, and what has an editor of its own. */
export function ListInput({ id, field, value, describedBy, invalid, problems, onChange }: ListInputProps) {
  if (field.kind === 'editor' || field.kind === 'atoms')
    return (
      <Suspense fallback={<p className="cv-quiet">{words.openingEditor}</p>}>
        <FieldEditor
          id={id}
          field={field}
          value={value}
          describedBy={describedBy}
          problems={problems}
          onChange={onChange}
        />
      </Suspense>
    );
  if (field.kind === 'elements')
    return <Elements field={field} value={value} describedBy={describedBy} onChange={onChange} />;
  const unit = field.kind === 'range' || field.kind === 'numbers' ? field.unit : undefined;
  return (
    <>
      <label htmlFor={id}>{unit ? `${field.title} (${unit})` : field.title}</label>
      {field.kind === 'text' ? (
        <input
          id={id}
          value={typeof value === 'string' ? value : ''}
          placeholder={field.placeholder}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <NumberList id={id} value={value} describedBy={describedBy} invalid={invalid} onChange={onChange} />
      )}
    </>
  );
}

type NumberListProps = Omit<ListInputProps, 'field' | 'problems'>;

function NumberList({ id, value, describedBy, invalid, onChange }: NumberListProps) {
  const numbers = Array.isArray(value) ? value : [];
  const [text, setText] = useState(numbers.join(', '));
  const typed = numbersIn(text);
  const shown = JSON.stringify(typed) === JSON.stringify(numbers) ? text : numbers.join(', ');
  return (
    <input
      id={id}
      inputMode="decimal"
      value={shown}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      onChange={(event) => {
        setText(event.target.value);
        onChange(numbersIn(event.target.value));
      }}
    />
  );
}

/** Numbers of a text with commas or blanks between them; what is no number stays as it is, for the rules to refuse as text. */
function numbersIn(text: string): (number | string)[] {
  return text
    .split(/[,;\s]+/)
    .filter((part) => part !== '')
    .map((part) => (Number.isFinite(Number(part)) ? Number(part) : part));
}

interface ElementsProps {
  field: Extract<Field, { kind: 'elements' }>;
  value: unknown;
  describedBy: string;
  onChange: (value: number[]) => void;
}

function Elements({ field, value, describedBy, onChange }: ElementsProps) {
  const chosen = new Set(Array.isArray(value) ? value.map(Number) : []);
  return (
    <fieldset className="cv-checks" aria-describedby={describedBy}>
      <legend>{field.title}</legend>
      {field.choices.map((element) => (
        <label key={element}>
          <input
            type="checkbox"
            checked={chosen.has(element)}
            onChange={(event) =>
              onChange(field.choices.filter((each) => (each === element ? event.target.checked : chosen.has(each))))
            }
          />
          {symbolOf(element)}
        </label>
      ))}
    </fieldset>
  );
}
