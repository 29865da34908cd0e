import { factorWords as words } from './words.ts';

interface PasswordFieldProps {
  value: string;
  onChange: (text: string) => void;
}

/** The present password, which changes of how somebody signs in ask for. */
export function PasswordField({ value, onChange }: PasswordFieldProps) {
  return (
    <label className="field">
      {words.password}
      <input
        data-first=""
        type="password"
        autoComplete="current-password"
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
