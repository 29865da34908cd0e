import type { WorkflowItem } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { ownerClient } from '../../clients.ts';
import { isOpen } from './ended.ts';

/** What is under way is looked at this often, in milliseconds; where nothing is, more rarely. */
const whileRunning = 5000;
const otherwise = 30_000;

/** The person's items that are under way and those that changed last, drafts among them, followed while something runs; null until they are read. */
export const useLatest = (enabled = true) => useFollowed(ownerClient.sidebarWorkflows(), enabled);

/** The same for home: what is under way and what ended last, however many drafts there are. */
export const useLatestResults = () => useFollowed(ownerClient.homeWorkflows(), true);

function useFollowed(
  read: ReturnType<typeof ownerClient.sidebarWorkflows | typeof ownerClient.homeWorkflows>,
  enabled: boolean,
) {
  const { data, error, refetch } = useQuery(
    {
      ...read,
      enabled,
      refetchInterval: (query: { state: { data: WorkflowItem[] | undefined } }) =>
        query.state.data?.some(isOpen) ? whileRunning : otherwise,
    },
    ownerClient.queryClient,
  );
  return { items: data ?? null, error, refetch };
}
