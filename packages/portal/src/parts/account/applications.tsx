import type { ConnectedApplication } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { Problem } from '../problem.tsx';
import { RemovableList } from '../removable-list.tsx';
import { Time } from '../time.tsx';

const nameOf = ({ name }: ConnectedApplication) => name ?? words.applicationNoName;

/** The applications that the person connected by OAuth: what each may do, when it was used, and its end. */
export function Applications() {
  const list = useQuery(ownerClient.applications(), ownerClient.queryClient);
  const { applications = [], address = null } = list.data ?? {};
  // A server that connects none says nothing of them.
  if (list.data && address === null && applications.length === 0) return null;
  return (
    <section aria-labelledby="applications">
      <h2 id="applications">{words.applications}</h2>
      {address === null ? null : <p className="cv-quiet lead">{words.applicationsHint(address)}</p>}
      {list.error ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {list.data && applications.length === 0 ? <p className="cv-quiet">{words.noApplications}</p> : null}
      <RemovableList
        caption={words.applications}
        columns={[
          { title: words.application },
          { title: words.scope },
          { title: words.lastUsed, className: 'wide-only' },
          { title: words.connected, className: 'wide-only' },
        ]}
        rows={applications}
        nameOf={nameOf}
        cells={(one) => (
          <>
            <td className="name">
              {nameOf(one)} <span className="cv-quiet">{hostsOf(one)}</span>
            </td>
            <td>{words.applicationPermissions[one.permissions.includes('submit') ? 'submit' : 'read']}</td>
            <td className="wide-only">{one.last_used_at ? <Time iso={one.last_used_at} /> : words.never}</td>
            <td className="wide-only">
              <Time iso={one.connected_at} />
            </td>
          </>
        )}
        removal={{
          label: words.disconnect,
          labelNamed: words.disconnectNamed,
          title: words.disconnectTitle,
          hint: words.disconnectHint,
          action: ({ uuid }) => ownerClient.disconnectApplication(uuid),
        }}
      />
    </section>
  );
}

/** The hosts that an application has its answers sent to, which tell applications of one name apart. */
function hostsOf({ redirect_uris }: ConnectedApplication): string {
  return [...new Set(redirect_uris.map((address) => new URL(address).host))].join(', ');
}
