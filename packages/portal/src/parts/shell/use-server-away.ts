import { ApiError } from '@cuvette/core/client';
import { notifyManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ownerClient } from '../../clients.ts';

const cache = ownerClient.queryClient.getQueryCache();

const isAway = (error: unknown) => error instanceof ApiError && error.status === 0;

/** Whether a request of the page fails because the server does not answer at all. */
export function useServerAway(): boolean {
  return useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () =>
      cache.findAll({ type: 'active' }).some(({ state }) => isAway(state.error) || isAway(state.fetchFailureReason)),
  );
}
