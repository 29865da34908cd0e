import type { WorkflowItem } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { projectName } from '../project/projects.ts';

/** The folder that an item lies in, as the way back to it; a root folder is called as its project is. */
export function ItemBreadcrumb({ item }: { item: WorkflowItem }) {
  const { queryClient } = ownerClient;
  const { data: folder } = useQuery(ownerClient.folder(item.parent_uuid), queryClient);
  const { data: me } = useQuery(ownerClient.me(), queryClient);
  const isMine = me?.root_folder_uuid === item.parent_uuid;
  const isOthers = folder?.is_root === true && me !== undefined && !isMine;
  const { data: project } = useQuery(
    { ...ownerClient.project(folder?.project_uuid ?? ''), enabled: isOthers && Boolean(folder?.project_uuid) },
    queryClient,
  );
  if (!folder || !me) return null;
  const name = isMine ? words.allItems : isOthers ? project && projectName(project) : folder.name;
  return name ? (
    <nav aria-label={words.breadcrumb}>
      <Link to="/folder/$uuid" params={{ uuid: item.parent_uuid }} search={{}} title={words.backToFolder}>
        {name}
      </Link>
      <span aria-hidden="true"> /</span>
    </nav>
  ) : null;
}
