import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { basePath } from '../base-path.ts';
import { ownerClient } from '../clients.ts';
import { PasswordSignIn } from '../parts/account/password-sign-in.tsx';
import { problemText } from '../parts/problem.tsx';
import { CodeForm } from '../parts/second-factor/code-form.tsx';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';

/** Signs in with the one-time link that the server printed, or with e-mail and password where the server has them. */
export function SignInPage() {
  const { token, next, error } = useSearch({ from: '/sign-in' });
  const ways = useQuery(ownerClient.signInWays(), ownerClient.queryClient);
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [awaitsCode, setAwaitsCode] = useState(false);
  const sent = useRef<string | null>(null);
  const enter = async () => {
    ownerClient.queryClient.clear();
    // The server goes on with what an application asks for; that is no page of the portal.
    if (next?.startsWith('/oauth2/')) return window.location.replace(`${basePath}${next}`);
    await navigate({ href: next ?? '/', replace: true });
  };
  /** Back to the password; a link that was used is gone. */
  const startAgain = () => {
    setAwaitsCode(false);
    if (token) void navigate({ to: '/sign-in', search: next ? { next } : {}, replace: true });
  };
  useEffect(() => {
    // A link works once: the same token must never be sent twice.
    if (!token || sent.current === token) return;
    sent.current = token;
    ownerClient.signInWithLink(token).then(
      ({ second_factor }) => (second_factor ? setAwaitsCode(true) : enter()),
      async (error) => {
        // The link was used in this browser before: whoever is signed in goes on.
        const known = await ownerClient.queryClient.fetchQuery(ownerClient.signInWays()).catch(() => null);
        if (known?.signed_in) await enter();
        else setProblem(problemText(error));
      },
    );
  });
  return (
    <main className="single">
      <p className="brand">
        <img src={`${basePath}/cuvette.svg`} alt="" width="22" height="22" />
        {words.product}
      </p>
      <Page title={words.signIn}>
        {awaitsCode ? <CodeForm onEntered={() => void enter()} onAgain={startAgain} /> : null}
        {token && !problem && !awaitsCode ? <p role="status">{words.signingIn}</p> : null}
        {problem ? (
          <div className="notice" role="alert">
            <p>
              <strong>{words.linkFailed}</strong>
            </p>
            <p>{problem}</p>
          </div>
        ) : null}
        {error ? (
          <div className="notice" role="alert">
            <p>{words.elsewhereFailed}</p>
          </div>
        ) : null}
        {(!token || problem) && !awaitsCode ? (
          <>
            {ways.data ? (
              <PasswordSignIn
                ways={ways.data}
                next={next ?? '/'}
                onEntered={() => void enter()}
                onCode={() => setAwaitsCode(true)}
              />
            ) : null}
            <h2>{words.linkTitle}</h2>
            <p>{words.linkHow}</p>
            <pre className="mono block">{words.linkCommand}</pre>
            <p className="cv-quiet">{words.linkOnce}</p>
          </>
        ) : null}
      </Page>
    </main>
  );
}
