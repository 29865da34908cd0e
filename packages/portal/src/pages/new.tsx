import { switchedOff } from '@cuvette/core/entities';
import { type CatalogueEntry, capabilityReason, catalogue, summaryOfType } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ownerClient } from '../clients.ts';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';

/** `/new`: which workflow to run. What no worker of this server can run is below, with the reason. */
export function NewPage() {
  const { folder } = useSearch({ from: '/app/new' });
  const methods = useQuery(ownerClient.methods(), ownerClient.queryClient);
  const report = methods.data && methods.data.workers > 0 ? methods.data : null;
  const platform = useQuery(ownerClient.platform(), ownerClient.queryClient);
  const types = catalogue.map((entry) => ({
    entry,
    off: switchedOff(platform.data ?? null, entry.feature),
    reason: capabilityReason(report, entry.type, entry.title),
  }));
  const here = types.filter(({ off, reason }) => off === null && reason === null).map(({ entry }) => entry);
  const further = methods.isPending ? [] : here.filter(({ additional }) => additional);
  const missing = types.filter(({ off, reason }) => off !== null || reason !== null);
  return (
    <Page title={words.newWorkflow}>
      {methods.isPending ? (
        <p className="cv-quiet">{words.loading}</p>
      ) : (
        <TypeLinks entries={here.filter(({ additional }) => !additional)} folder={folder} />
      )}
      {further.length > 0 ? (
        <section aria-labelledby="further">
          <h2 id="further">{words.furtherTypes}</h2>
          <TypeLinks entries={further} folder={folder} />
        </section>
      ) : null}
      {missing.length > 0 ? (
        <section className="unavailable" aria-labelledby="unavailable">
          <h2 id="unavailable">{words.unavailableTypes}</h2>
          <p className="cv-quiet lead">{words.unavailableReason}</p>
          <ul className="types" data-unavailable>
            {missing.map(({ entry, off }) => (
              <li key={entry.type}>
                <Head entry={entry} />
                {off === null ? null : <em>{off}</em>}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Page>
  );
}

function TypeLinks({ entries, folder }: { entries: readonly CatalogueEntry[]; folder: string | undefined }) {
  return (
    <ul className="types">
      {entries.map((entry) => (
        <li key={entry.type}>
          <Link to="/new/$type" params={{ type: entry.path.slice(1) }} search={folder ? { folder } : {}}>
            <Head entry={entry} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Head({ entry }: { entry: CatalogueEntry }) {
  return (
    <>
      <strong>{entry.title}</strong>
      <span>{summaryOfType(entry.type)}</span>
    </>
  );
}
