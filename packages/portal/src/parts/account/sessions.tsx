import type { SignedInBrowser } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ListTable } from '../list-table.tsx';
import { Problem, ProblemLine } from '../problem.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { browserName } from './browser-name.ts';

/** The browsers in which the person is signed in; each is signed out by itself, or all at once. */
export function Sessions() {
  const navigate = useNavigate();
  const list = useQuery(ownerClient.sessions(), ownerClient.queryClient);
  const others = useAction(() => {});
  const { busy, problem, run } = useAction(() => {
    ownerClient.queryClient.clear();
    void navigate({ to: '/sign-in', search: {} });
  });
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{words.sessions}</h2>
      <p className="cv-quiet lead">{words.sessionsHint}</p>
      {list.error ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {list.data ? (
        <ListTable
          caption={words.sessions}
          columns={[
            { title: words.browser },
            { title: words.networkAddress, className: 'wide-only' },
            { title: words.lastSeen },
            { title: words.signedInSince, className: 'wide-only' },
            { title: words.actions, hidden: true },
          ]}
        >
          {list.data.sessions.map((session) => (
            <SessionRow key={session.uuid} session={session} />
          ))}
        </ListTable>
      ) : null}
      <ProblemLine text={problem ?? others.problem} />
      <p className="after-list button-row">
        {list.data && list.data.sessions.length > 1 ? (
          <button
            type="button"
            className="cv-button"
            disabled={others.busy}
            onClick={() => void others.run(() => ownerClient.signOutOthers())}
          >
            {words.signOutOthers}
          </button>
        ) : null}
        <button
          type="button"
          className="cv-button"
          disabled={busy}
          onClick={() => void run(() => ownerClient.signOutEverywhere())}
        >
          {words.signOutEverywhere}
        </button>
      </p>
    </section>
  );
}

function SessionRow({ session }: { session: SignedInBrowser }) {
  const { busy, problem, run } = useAction(() => {});
  const name = browserName(session.user_agent);
  return (
    <tr>
      <td className="name">
        {name} {session.current ? <span className="cv-badge">{words.thisBrowser}</span> : null}
        <ProblemLine text={problem} />
      </td>
      <td className="wide-only">{session.address ?? ''}</td>
      <td>
        <Time iso={session.last_seen_at} />
      </td>
      <td className="wide-only">
        <Time iso={session.created_at} />
      </td>
      <td className="row-actions">
        {session.current ? null : (
          <button
            type="button"
            className="cv-button"
            aria-label={words.signOutNamed(name)}
            disabled={busy}
            onClick={() => void run(() => ownerClient.signOutSession(session.uuid))}
          >
            {words.signOut}
          </button>
        )}
      </td>
    </tr>
  );
}
