import { nameProblem } from '@cuvette/core/entities';
import { useId, useState } from 'react';
import { words } from '../words.ts';

interface NameFieldProps {
  value: string;
  onChange: (name: string) => void;
}

/** The field of a name; what cannot be one is shown at once, in the words of the rule that the server judges by. */
export function NameField({ value, onChange }: NameFieldProps) {
  const id = useId();
  // A field that nobody has touched is not reproached with being empty.
  const [touched, setTouched] = useState(false);
  const problem = touched ? nameProblem(value) : null;
  return (
    <div>
      <label className="field">
        {words.name}
        <input
          data-first=""
          value={value}
          aria-invalid={problem !== null}
          aria-describedby={id}
          onChange={(event) => {
            setTouched(true);
            onChange(event.target.value);
          }}
        />
      </label>
      <p id={id} className="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
