import { useQueries, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ownerClient } from '../clients.ts';
import { ApiKeys } from '../parts/account/api-keys.tsx';
import { Applications } from '../parts/account/applications.tsx';
import { Notices } from '../parts/account/notices.tsx';
import { Sessions } from '../parts/account/sessions.tsx';
import { Workers } from '../parts/account/workers.tsx';
import { NotifyChoice } from '../parts/home/notify-choice.tsx';
import { isFirstRead } from '../parts/is-first-read.ts';
import { ProblemLine } from '../parts/problem.tsx';
import { AppSection } from '../parts/second-factor/app-section.tsx';
import { secondFactor } from '../parts/second-factor/calls.ts';
import { PasskeysSection } from '../parts/second-factor/passkeys-section.tsx';
import { Page } from '../parts/shell/page.tsx';
import { useAction } from '../parts/use-action.ts';
import { words } from '../words.ts';

/** `/account`: API keys, connected applications, notices, the workers of the server, password, second factor, passkeys, and the browsers that are signed in. */
export function AccountPage() {
  // Each part is drawn when all are known: one that came later would move those below it.
  const reads = useQueries(
    {
      queries: [
        ownerClient.apiKeys(),
        ownerClient.applications(),
        ownerClient.notices(0),
        ownerClient.workers(),
        ownerClient.sessions(),
      ],
    },
    ownerClient.queryClient,
  );
  const factors = useQuery(secondFactor.state(), ownerClient.queryClient);
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  if ([...reads, factors, me].some(isFirstRead))
    return (
      <Page title={words.account}>
        <p className="cv-quiet">{words.loading}</p>
      </Page>
    );
  return (
    <Page title={words.account}>
      <div className="account">
        <ApiKeys />
        <Applications />
        <Notices />
        <NotifyChoice />
        <Workers />
        <Password />
        {factors.data ? (
          <>
            <AppSection state={factors.data} />
            <PasskeysSection state={factors.data} />
          </>
        ) : null}
        <Sessions />
      </div>
    </Page>
  );
}

function Password() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [changed, setChanged] = useState(false);
  const ways = useQuery(ownerClient.signInWays(), ownerClient.queryClient);
  const { busy, problem, run } = useAction(() => {});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChanged(false);
    void run(async () => {
      await ownerClient.changePassword({ current_password: current || null, new_password: next });
      setCurrent('');
      setNext('');
      setChanged(true);
    });
  };
  const least = ways.data?.password_length.least ?? 10;
  return (
    <form className="stack" onSubmit={submit}>
      <h2>{words.password}</h2>
      <label className="field">
        {words.currentPassword}
        <input
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <span className="cv-quiet">{words.currentPasswordHint}</span>
      </label>
      <label className="field">
        {words.newPassword}
        <input
          type="password"
          autoComplete="new-password"
          required
          minLength={least}
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
        <span className="cv-quiet">{words.passwordLength(least)}</span>
      </label>
      <ProblemLine text={problem} />
      <button type="submit" className="cv-button" disabled={busy}>
        {words.changePassword}
      </button>
      <p role="status">{changed ? words.passwordChanged : ''}</p>
    </form>
  );
}
