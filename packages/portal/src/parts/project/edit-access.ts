import { useQuery } from '@tanstack/react-query';
import { ownerClient } from '../../clients.ts';

/**
 * Whether the person only reads what lies in a folder, as a viewer of its project does. False while that is not known yet: most people work in projects
 * of their own, and the server refuses all the same.
 */
export function useReadOnly(folder: string | null): boolean {
  const { queryClient } = ownerClient;
  const place = useQuery({ ...ownerClient.folder(folder ?? ''), enabled: folder !== null }, queryClient);
  const project = place.data?.project_uuid ?? null;
  const access = useQuery({ ...ownerClient.editAccess(project ?? ''), enabled: project !== null }, queryClient);
  return access.data === false;
}
