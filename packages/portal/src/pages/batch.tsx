import { entryOfType } from '@cuvette/core/workflows';
import { BatchResults, BatchWaiting } from '@cuvette/widgets/batch';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { appPath, basePath } from '../base-path.ts';
import { ownerClient } from '../clients.ts';
import { compareAddress } from '../parts/compare/compare-address.ts';
import { Icon } from '../parts/icon.tsx';
import { hasStatus, Problem } from '../parts/problem.tsx';
import { useReadOnly } from '../parts/project/edit-access.ts';
import { Page } from '../parts/shell/page.tsx';
import { useMedia } from '../parts/use-media.ts';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `/batch/{uuid}`: all items of a folder in one table with their numbers, filling while results arrive. */
export function BatchPage() {
  const { uuid } = useParams({ from: '/app/batch/$uuid' });
  const router = useRouter();
  const folder = useQuery(ownerClient.folder(uuid), ownerClient.queryClient);
  const readOnly = useReadOnly(uuid);
  const narrow = useMedia('(max-width: 480px)');
  if (hasStatus(folder.error, 404) || hasStatus(folder.error, 400)) return <NotFoundNotice />;
  const { data } = folder;
  return (
    <Page
      key={uuid}
      title={data?.name ?? (folder.error ? words.batch : words.loading)}
      wide
      above={<p className="above cv-quiet">{words.batchOf}</p>}
      actions={
        <Link className="cv-button" to="/folder/$uuid" params={{ uuid }} search={{}}>
          <Icon name="folder" />
          {words.openFolder}
        </Link>
      }
    >
      {folder.error && !data ? <Problem error={folder.error} retry={() => void folder.refetch()} /> : null}
      {data ? (
        <BatchResults
          client={ownerClient}
          folder={uuid}
          name={data.name}
          notes={data.notes ?? ''}
          readOnly={readOnly}
          narrow={narrow}
          addressOf={({ uuid: item, object_type }) =>
            `${basePath}${entryOfType(object_type)?.path ?? '/workflow'}/${item}`
          }
          onOpen={(address) => router.history.push(appPath(address) ?? '/')}
          onCompare={(items) => {
            const [first] = items;
            const type = items.every(({ object_type }) => object_type === first?.object_type)
              ? first?.object_type
              : null;
            const named = items.map(({ uuid: item, object_type }) => ({ uuid: item, type: object_type }));
            router.history.push(compareAddress(type ?? null, named, { shared: false, link: null }));
          }}
        />
      ) : folder.error ? null : (
        <BatchWaiting />
      )}
    </Page>
  );
}
