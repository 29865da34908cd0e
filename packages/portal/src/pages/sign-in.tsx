import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ownerClient } from '../clients.ts';
import { Page } from '../parts/page.tsx';
import { problemText } from '../parts/problem.tsx';
import { words } from '../words.ts';

/** Signs in with the one-time link that the server printed, or with e-mail and password where the server has them. */
export function SignInPage() {
  const { token, next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef<string | null>(null);
  const enter = async () => {
    ownerClient.queryClient.clear();
    await navigate({ href: next ?? '/', replace: true });
  };
  useEffect(() => {
    // A link works once: the same token must never be sent twice.
    if (!token || sent.current === token) return;
    sent.current = token;
    ownerClient.signInWithLink(token).then(enter, (error) => {
      setProblem(problemText(error));
    });
  });
  return (
    <main className="single">
      <Page title={words.signIn}>
        {token && !problem ? <p role="status">{words.signingIn}</p> : null}
        {problem ? (
          <div className="notice" role="alert">
            <p>
              <strong>{words.linkFailed}</strong>
            </p>
            <p>{problem}</p>
          </div>
        ) : null}
        {!token || problem ? (
          <>
            <p>{words.linkHow}</p>
            <pre className="mono block">{words.linkCommand}</pre>
            <p className="cv-quiet">{words.linkOnce}</p>
            <PasswordForm onDone={enter} />
          </>
        ) : null}
      </Page>
    </main>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const id = useId();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const response = await fetch('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      if (response.ok) onDone();
      else setProblem(response.status === 404 ? words.passwordOff : words.passwordWrong);
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="stack" onSubmit={submit}>
      <h2>{words.withPassword}</h2>
      <label htmlFor={`${id}e`}>{words.email}</label>
      <input
        id={`${id}e`}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <label htmlFor={`${id}p`}>{words.password}</label>
      <input
        id={`${id}p`}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      <button type="submit" className="cv-button" data-kind="primary" disabled={busy}>
        {words.signIn}
      </button>
    </form>
  );
}
