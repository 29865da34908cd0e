import { type Deletion, restoreDays } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';
import { words } from '../words.ts';

/** `/deleted`: what was deleted and can still be brought back. */
export function DeletedPage() {
  const { page = 1 } = useSearch({ strict: false });
  const navigate = useNavigate();
  const deletions = useQuery(ownerClient.deletions(page - 1), ownerClient.queryClient);
  const [purging, setPurging] = useState<Deletion | null>(null);
  const rows = deletions.data?.deletions ?? [];
  return (
    <Page title={words.deleted}>
      <p className="cv-quiet lead">{words.deletedHint(restoreDays)}</p>
      {deletions.error ? <Problem error={deletions.error} retry={() => void deletions.refetch()} /> : null}
      {deletions.isPending ? <p className="cv-quiet">{words.loading}</p> : null}
      {deletions.data && rows.length === 0 ? <p className="cv-quiet">{words.nothingDeleted}</p> : null}
      {rows.length > 0 ? (
        <table className="list">
          <caption className="cv-hidden">{words.deleted}</caption>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col" className="narrow">
                {words.kind}
              </th>
              <th scope="col">{words.deletedAt}</th>
              <th scope="col">
                <span className="cv-hidden">{words.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((deletion) => (
              <Row key={deletion.uuid} deletion={deletion} onPurge={() => setPurging(deletion)} />
            ))}
          </tbody>
        </table>
      ) : null}
      <Pager
        page={page}
        pages={deletions.data?.num_pages ?? 0}
        onPage={(next) => navigate({ to: '/deleted', search: next > 1 ? { page: next } : {} })}
      />
      {purging ? <PurgeDialog deletion={purging} onClose={() => setPurging(null)} /> : null}
    </Page>
  );
}

function Row({ deletion, onPurge }: { deletion: Deletion; onPurge: () => void }) {
  const { uuid, name, kind, deleted_at } = deletion;
  const { busy, problem, run } = useAction(() => {});
  return (
    <tr>
      <td className="name">
        {name}
        {problem ? (
          <p className="problem" role="alert">
            {problem}
          </p>
        ) : null}
      </td>
      <td className="narrow">{words.kinds[kind]}</td>
      <td>
        <Time iso={deleted_at} />
      </td>
      <td className="row-actions">
        <button
          type="button"
          className="cv-button"
          disabled={busy}
          aria-label={words.restoreNamed(name)}
          onClick={() => void run(() => ownerClient.restoreDeletion(uuid))}
        >
          {words.restore}
        </button>
        <button
          type="button"
          className="cv-button"
          data-kind="danger"
          disabled={busy}
          aria-label={words.purgeNamed(name)}
          onClick={onPurge}
        >
          {words.purge}
        </button>
      </td>
    </tr>
  );
}

function PurgeDialog({ deletion, onClose }: { deletion: Deletion; onClose: () => void }) {
  const { busy, problem, run } = useAction(onClose);
  return (
    <Dialog
      title={words.purgeTitle(deletion.name)}
      onClose={onClose}
      onSubmit={() => void run(() => ownerClient.purgeDeletion(deletion.uuid))}
      submitLabel={words.purge}
      submitDisabled={busy}
      danger
      problem={problem}
    >
      <p>{words.purgeHint}</p>
    </Dialog>
  );
}
