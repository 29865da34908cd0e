import type { SignInWays } from '@cuvette/core/entities';
import { type FormEvent, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ProblemLine } from '../problem.tsx';
import { hasPasskeys } from '../second-factor/browser-passkeys.ts';
import { PasskeyButton } from '../second-factor/passkey-button.tsx';
import { useAction } from '../use-action.ts';

interface PasswordSignInProps {
  ways: SignInWays;
  next: string;
  /** Signed in. */
  onEntered: () => void;
  /** The password was right, and a code is asked for. */
  onCode: () => void;
}

/** Sign-in by address and password, by a passkey, by another service where the server has one, and a new account where it is open to all. */
export function PasswordSignIn({ ways, next, onEntered, onCode }: PasswordSignInProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [making, setMaking] = useState(false);
  const { busy, problem, run } = useAction(() => {});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if (making) await ownerClient.signUp({ email, password });
      else if ((await ownerClient.signIn({ email, password })).second_factor) return onCode();
      onEntered();
    });
  };
  const elsewhere = () =>
    run(async () => {
      window.location.assign((await ownerClient.signInElsewhere(next)).url);
      // The page is left: nothing is entered here.
      await new Promise(() => {});
    });
  return (
    <>
      <form className="stack" onSubmit={submit}>
        <label className="field">
          {words.email}
          <input
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
        <label className="field">
          {words.password}
          <input
            type="password"
            autoComplete={making ? 'new-password' : 'current-password'}
            required
            minLength={making ? ways.password_length.least : undefined}
            maxLength={ways.password_length.most}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          {making ? <span className="cv-quiet">{words.passwordLength(ways.password_length.least)}</span> : null}
        </label>
        <ProblemLine text={problem} />
        <button type="submit" className="cv-button" data-kind="primary" disabled={busy}>
          {making ? words.makeAccount : words.signIn}
        </button>
        {ways.sign_up ? (
          <button type="button" className="cv-button" data-kind="quiet" onClick={() => setMaking(!making)}>
            {making ? words.haveAccount : words.makeAccount}
          </button>
        ) : null}
      </form>
      {ways.passkeys && hasPasskeys() ? <PasskeyButton onEntered={onEntered} /> : null}
      {ways.open_id ? (
        <p>
          <button type="button" className="cv-button" disabled={busy} onClick={() => void elsewhere()}>
            {words.signInWith(ways.open_id.name)}
          </button>
        </p>
      ) : null}
    </>
  );
}
