import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { words } from '../words.ts';
import { ProblemLine } from './problem.tsx';
import { useAction } from './use-action.ts';

interface AddressFormProps {
  /** Heading of the form, of the level that its place has. */
  heading: ReactNode;
  /** The word of its button. */
  label: string;
  /** What comes of it. */
  hint: string;
  /** Fields beside the address. */
  more?: ReactNode;
  /** Does it with the address; what it throws is shown. The field is empty after it. */
  action: (address: string) => Promise<unknown>;
  /** What is shown when it is done. */
  children?: ReactNode;
}

/** Takes the e-mail address (or username) of a person, to invite or add them. */
export function AddressForm({ heading, label, hint, more, action, children }: AddressFormProps) {
  const id = useId();
  const [address, setAddress] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { busy, problem, run } = useAction(() => {
    setAddress('');
    field.current?.focus();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => action(address.trim()));
  };
  return (
    <form className="add-person" onSubmit={submit}>
      {heading}
      <div className="add-person-row">
        <label className="field">
          {words.email}
          <input
            ref={field}
            type="text"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={320}
            value={address}
            aria-describedby={id}
            onChange={(event) => setAddress(event.target.value)}
          />
        </label>
        {more}
        <button type="submit" className="cv-button" disabled={busy || address.trim() === ''}>
          {label}
        </button>
      </div>
      <p id={id} className="cv-quiet">
        {hint}
      </p>
      <ProblemLine text={problem} />
      {children}
    </form>
  );
}
