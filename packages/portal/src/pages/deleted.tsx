import { type Deletion, restoreDays } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { Pager } from '../parts/pager.tsx';
import { Problem, ProblemLine } from '../parts/problem.tsx';
import { say } from '../parts/shell/messages.tsx';
import { Page } from '../parts/shell/page.tsx';
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
        <ListTable
          caption={words.deleted}
          columns={[
            { title: words.name },
            { title: words.kind, className: 'narrow' },
            { title: words.deletedAt },
            { title: words.actions, hidden: true },
          ]}
        >
          {rows.map((deletion) => (
            <Row key={deletion.uuid} deletion={deletion} onPurge={() => setPurging(deletion)} />
          ))}
        </ListTable>
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
  const { busy, problem, run } = useAction(() => say(words.restoredNamed(name)));
  return (
    <tr>
      <td className="name">
        {name}
        <ProblemLine text={problem} />
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
  return (
    <ConfirmDialog
      title={words.purgeTitle(deletion.name)}
      hint={words.purgeHint}
      label={words.purge}
      action={() => ownerClient.purgeDeletion(deletion.uuid)}
      onClose={onClose}
    />
  );
}
