import { queryOptions } from './query-core.ts';
import type { Transport } from './transport.ts';

const settings = async () => (await import('../entities/platform-settings.ts')).PlatformSettings;

/** Makes the calls for what the administrator switched for the whole server. */
export function platformCalls({ get }: Pick<Transport, 'get'>) {
  return {
    platform: () =>
      queryOptions({
        queryKey: ['platform'],
        queryFn: ({ signal }) => get('/api/platform', settings, signal),
        staleTime: 60_000,
      }),
  };
}
