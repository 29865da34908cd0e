import { madeFromOf, type WorkflowItem } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../clients.ts';
import { inputWords as words } from '../../input-words.ts';
import { PathLink } from '../path-link.tsx';
import { itemPath } from '../paths.ts';

/** Shows what an item was made from, with a link to it where the person may see it. */
export function MadeFromLine({ item }: { item: WorkflowItem }) {
  const client = useClient();
  const from = madeFromOf(item.object_data);
  const source = useQuery(
    { ...client.workflow(from?.workflow_uuid ?? ''), enabled: from !== null, refetchInterval: false },
    client.queryClient,
  );
  if (!from) return null;
  if (source.error) return <p className="cv-quiet lead">{words.madeFromGone(from.structure_name)}</p>;
  return source.data ? (
    <p className="cv-quiet lead">
      {words.madeFrom(from.structure_name)}{' '}
      <PathLink href={itemPath(source.data, client.kind === 'shared', client.link)}>{source.data.name}</PathLink>
    </p>
  ) : null;
}
