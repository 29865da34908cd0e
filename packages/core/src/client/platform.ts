import { PlatformSettings } from '../entities/platform-settings.ts';
import { queryOptions } from './query-core.ts';
import type { Transport } from './transport.ts';

/** What the administrator switched for the whole server. */
export function platformCalls({ get }: Pick<Transport, 'get'>) {
  return {
    platform: () =>
      queryOptions({
        queryKey: ['platform'],
        queryFn: ({ signal }) => get('/api/platform', PlatformSettings, signal),
        staleTime: 60_000,
      }),
  };
}
