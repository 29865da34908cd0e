import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ProblemLine } from '../problem.tsx';
import { useAction } from '../use-action.ts';
import { secondFactor } from './calls.ts';
import { factorWords as words } from './words.ts';

interface CodeFormProps {
  /** Signed in. */
  onEntered: () => void;
  /** Back to the password. */
  onAgain: () => void;
}

/** Asks for the code that completes a sign-in: of the app, or a backup code. */
export function CodeForm({ onEntered, onAgain }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [isBackup, setBackup] = useState(false);
  const [remember, setRemember] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { busy, problem, run } = useAction(onEntered);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => secondFactor.enterCode(code, remember));
  };
  const change = () => {
    setBackup(!isBackup);
    setCode('');
    field.current?.focus();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <h2>{words.codeTitle}</h2>
      <p id="code-hint">{isBackup ? words.backupHint : words.codeHint}</p>
      <label className="field">
        {isBackup ? words.backupCode : words.code}
        <input
          ref={field}
          className="cv-mono"
          inputMode={isBackup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={40}
          value={code}
          aria-describedby="code-hint"
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <label className="cv-choice">
        <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
        <span>{words.remember}</span>
      </label>
      <ProblemLine text={problem} />
      <button type="submit" className="cv-button" data-kind="primary" disabled={busy || code.trim() === ''}>
        {words.goOn}
      </button>
      <div className="button-row">
        <button type="button" className="cv-button" data-kind="quiet" onClick={change}>
          {isBackup ? words.useApp : words.useBackup}
        </button>
        <button type="button" className="cv-button" data-kind="quiet" onClick={onAgain}>
          {words.startAgain}
        </button>
      </div>
      <p className="cv-quiet">{words.lost}</p>
    </form>
  );
}
