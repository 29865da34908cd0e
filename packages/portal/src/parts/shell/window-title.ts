import { status, type WorkflowItem } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ownerClient } from '../../clients.ts';

const shown = { page: '', progress: '' };
const write = () => {
  document.title = shown.progress + shown.page;
};

/** Sets the window's title to that of the page; how far its item is stays before it. */
export function setPageTitle(title: string): void {
  shown.page = title;
  write();
}

/** Shows in the window's title how far the item of the page is, while it runs. */
export function useProgressInTitle(): void {
  const uuid = /^\/[\w-]+\/([0-9a-f-]{36})$/.exec(useLocation().pathname)?.[1] ?? null;
  // Read by the page itself; here it is only listened to.
  const { data } = useQuery({ ...ownerClient.workflow(uuid ?? ''), enabled: false }, ownerClient.queryClient);
  const progress = uuid === null ? '' : progressOf(data);
  useEffect(() => {
    shown.progress = progress;
    write();
  }, [progress]);
}

function progressOf(item: WorkflowItem | undefined): string {
  if (item?.object_status !== status.running) return '';
  return `${Math.round(item.progress?.percent ?? 0)} % · `;
}
