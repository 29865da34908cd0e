import type { ApplicationPermission, ApplicationRequest } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { basePath } from '../base-path.ts';
import { ownerClient } from '../clients.ts';
import { Problem, ProblemLine } from '../parts/problem.tsx';
import { Page } from '../parts/shell/page.tsx';
import { useAction } from '../parts/use-action.ts';
import { stringifySearch } from '../search-text.ts';
import { words } from '../words.ts';
import '../styles/connect.css';

const texts = words.connect;

/** `/connect`: an application asks to act for the person, who allows or denies it. The server sends browsers here, with what is asked in the query. */
export function ConnectPage() {
  const search = useSearch({ from: '/connect' });
  const query = stringifySearch({ ...search }).slice(1);
  return (
    <main className="single">
      <p className="brand">
        <img src={`${basePath}/cuvette.svg`} alt="" width="22" height="22" />
        {words.product}
      </p>
      <Page title={texts.title}>
        {typeof search.error === 'string' ? <Refused error={search.error} /> : <Question query={query} />}
      </Page>
    </main>
  );
}

function Refused({ error }: { error: string }) {
  return (
    <div className="notice" role="alert">
      <p>
        <strong>{texts.refused}</strong>
      </p>
      <p>
        {Object.hasOwn(texts.errors, error) ? texts.errors[error] : null} {texts.again}
      </p>
    </div>
  );
}

function Question({ query }: { query: string }) {
  const asked = useQuery(ownerClient.applicationRequest(query), ownerClient.queryClient);
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  if (asked.error) return <Problem error={asked.error} />;
  if (!asked.data || !me.data) return <p role="status">{words.loading}</p>;
  return <Answer query={query} asked={asked.data} email={me.data.email ?? ''} />;
}

function Answer({ query, asked, email }: { query: string; asked: ApplicationRequest; email: string }) {
  const [submits, setSubmits] = useState(true);
  const [sent, setSent] = useState(false);
  const { busy, problem, run } = useAction(() => setSent(true));
  // Where both are asked for, the person may allow to read alone.
  const chooses = asked.permissions.length > 1;
  const permissions: ApplicationPermission[] = chooses && !submits ? ['read'] : [...asked.permissions];
  const answer = (allow: boolean) =>
    run(async () => {
      const { url } = await ownerClient.answerApplication({ query, allow, ...(allow ? { permissions } : {}) });
      window.location.assign(url);
    });
  if (sent) return <p role="status">{texts.sent}</p>;
  return (
    <form
      className="connect"
      onSubmit={(event) => {
        event.preventDefault();
        void answer(true);
      }}
    >
      <p>{asked.name === null ? texts.asksNameless(email) : texts.asks(asked.name, email)}</p>
      <h2>{texts.may}</h2>
      <ul>
        <li>{texts.permissions.read}</li>
        {asked.permissions.includes('submit') ? (
          <li>
            {chooses ? (
              <label className="check-line">
                <input type="checkbox" checked={submits} onChange={(event) => setSubmits(event.target.checked)} />
                {texts.permissions.submit}
              </label>
            ) : (
              texts.permissions.submit
            )}
          </li>
        ) : null}
      </ul>
      <p className="cv-quiet">{texts.mayNot}</p>
      <h2>{texts.goesTo}</h2>
      <p>
        <span className="cv-mono address">{asked.redirect_uri}</span>
        {asked.is_local ? <span className="cv-quiet">{texts.local}</span> : null}
      </p>
      <div className="notice">
        <p>{texts.unverified}</p>
      </div>
      <ProblemLine text={problem} />
      <p className="answers">
        <button type="submit" className="cv-button" data-kind="primary" disabled={busy}>
          {texts.allow}
        </button>
        <button type="button" className="cv-button" disabled={busy} onClick={() => void answer(false)}>
          {texts.deny}
        </button>
      </p>
      <p className="cv-quiet">
        <Link to="/account">{texts.later}</Link>
      </p>
    </form>
  );
}
