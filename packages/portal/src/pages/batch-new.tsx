import { switchedOff } from '@cuvette/core/entities';
import { capabilityReason, entryOfPath, loadWorkflow, summaryOfType } from '@cuvette/core/workflows';
import { BatchForm } from '@cuvette/widgets/batch';
import { emptyFirst, isBatchable, saveFirst } from '@cuvette/widgets/submit';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { basePath } from '../base-path.ts';
import { ownerClient } from '../clients.ts';
import { isFirstRead } from '../parts/is-first-read.ts';
import { listCarried } from '../parts/new/carried.ts';
import { rememberType } from '../parts/new/last-types.ts';
import { Problem } from '../parts/problem.tsx';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `/new/{type}/batch`: many molecules at once, with the same settings, into a folder of their own. */
export function BatchNewPage() {
  const { type } = useParams({ from: '/app/new/$type/batch' });
  const search = useSearch({ from: '/app/new/$type/batch' });
  const { folder } = search;
  const navigate = useNavigate();
  const entry = entryOfPath(`/${type}`);
  const definition = useQuery(
    {
      queryKey: ['definition', entry?.type],
      queryFn: () => loadWorkflow(entry?.type ?? ''),
      enabled: entry !== null,
      staleTime: Number.POSITIVE_INFINITY,
    },
    ownerClient.queryClient,
  );
  const methods = useQuery(ownerClient.methods(), ownerClient.queryClient);
  const report = methods.data && methods.data.workers > 0 ? methods.data : null;
  const platform = useQuery(ownerClient.platform(), ownerClient.queryClient);
  if (!entry || (definition.data && !isBatchable(definition.data))) return <NotFoundNotice />;
  const unavailable =
    switchedOff(platform.data ?? null, entry.feature) ?? capabilityReason(report, entry.type, entry.title);
  return (
    <Page
      title={words.batchTitle(entry.title)}
      wide
      above={
        <p className="above">
          <Link to="/new/$type" params={{ type }} search={folder ? { folder } : {}}>
            {words.oneMolecule}
          </Link>
        </p>
      }
    >
      <p className="cv-quiet lead">{summaryOfType(entry.type)}</p>
      {definition.error ? <Problem error={definition.error} retry={() => void definition.refetch()} /> : null}
      {unavailable !== null ? (
        <div className="notice" data-tone="neutral" role="note">
          <p>{unavailable}</p>
        </div>
      ) : definition.data && !isFirstRead(methods) ? (
        <BatchForm
          key={type}
          definition={definition.data}
          client={ownerClient}
          folder={folder ?? null}
          start={listCarried(search)}
          pathOf={({ uuid }) => `${basePath}/workflow/${uuid}`}
          onSubmitted={(uuid) => {
            rememberType(entry.type);
            saveFirst(emptyFirst);
            void ownerClient.queryClient.invalidateQueries({ queryKey: ['folder'] });
            void navigate({ to: '/batch/$uuid', params: { uuid } });
          }}
        />
      ) : definition.error ? null : (
        <p className="cv-quiet">{words.loading}</p>
      )}
    </Page>
  );
}
