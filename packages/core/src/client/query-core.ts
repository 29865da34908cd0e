export { CancelledError, QueryClient, QueryObserver } from '@tanstack/query-core';

import type { QueryFunctionContext } from '@tanstack/query-core';

/** A read that TanStack Query's observers take: key, function and how often to repeat it. */
export interface QueryRead<Data> {
  queryKey: readonly unknown[];
  queryFn: (context: Pick<QueryFunctionContext, 'signal'>) => Promise<Data>;
  staleTime?: number;
  /** Milliseconds that data are kept after the last one who reads them has gone. */
  gcTime?: number;
  /** False: not read again when its reader comes back to the window. */
  refetchOnWindowFocus?: false;
  refetchInterval?: number | ((query: { state: { data: Data | undefined; error: Error | null } }) => number | false);
}

/** Names the type of a read; the object passes through. */
export function queryOptions<Data>(options: QueryRead<Data>): QueryRead<Data> {
  return options;
}
