import type { Bundle } from '../entities/bundle.ts';
import { isFinished } from '../entities/item-status.ts';
import type { Molecule } from '../entities/molecule.ts';
import { batchSizes, itemPollInterval } from '../entities/platform-constants.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import { entryOfType } from '../workflows/catalogue.ts';
import { batched } from './batch.ts';
import { bundleSource } from './bundle-source.ts';
import type { AtomPair } from './distances.ts';
import { isFinalRefusal } from './final-refusal.ts';
import { platformCalls } from './platform.ts';
import { QueryClient, queryOptions } from './query-core.ts';
import { httpSource, type Source } from './source.ts';
import { ApiError, createTransport } from './transport.ts';

/** How a client is made. */
export interface ClientOptions {
  /** Origin of the server, without a slash at the end; empty for the page's own. */
  origin?: string;
  source?: 'owner' | 'shared';
  /** A share link's own key. */
  link?: string | null;
  /** A bundle, or how to get one: then there is no server. */
  bundle?: Bundle | (() => Promise<unknown>);
  fetch?: typeof globalThis.fetch;
}

export type Client = ReturnType<typeof createClient>;

/** How long until an item is read again, in milliseconds, or false for never. */
export function itemPoll(item: WorkflowItem | undefined): number | false {
  if (!item) return itemPollInterval;
  if (!isFinished(item.object_status)) return itemPollInterval;
  const seconds = entryOfType(item.object_type)?.finishedPollSeconds;
  return seconds === undefined ? false : seconds * 1000;
}

/**
 * How long until the page of an item reads it again, in milliseconds. Unlike an element on somebody else's page it also follows an item that has
 * finished, which another person may rename, share or delete: every 10 s, or every 60 s for the types whose finished items are large.
 */
export function itemViewPoll(item: WorkflowItem): number {
  return itemPoll(item) || itemPollInterval;
}

function sourceOf(options: ClientOptions, transport: ReturnType<typeof createTransport>): Source {
  const { bundle } = options;
  if (bundle) return bundleSource(async () => (typeof bundle === 'function' ? await bundle() : bundle));
  return httpSource(transport, options.source ?? 'owner', options.link ?? null);
}

/** Whether trying again can help: the server was away or failed, but did not refuse. */
function shouldRetry(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 3;
}

/**
 * A client of one origin, one source and one principal. Reads are query options for TanStack Query over the client's own `queryClient`, so that ten
 * widgets of an item make one request and one poll; molecule reads are gathered into calls of 25.
 * It reads results, which is all that a widget needs; `withAccount` adds everything else.
 */
export function createClient(options: ClientOptions = {}) {
  const kind: Source['kind'] = options.bundle ? 'bundle' : (options.source ?? 'owner');
  const transport = createTransport({
    origin: options.origin ?? '',
    credentials: kind === 'owner' ? 'same-origin' : 'omit',
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  const source = sourceOf(options, transport);
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: shouldRetry, refetchIntervalInBackground: false, staleTime: 1000 } },
  });

  const missing = (uuid: string) => new ApiError(404, `Molecules of calculation ${uuid} were not found.`);
  const withFrequencies = batched(batchSizes.readMolecules, (uuids) => source.molecules(uuids, true), missing);
  const withoutFrequencies = batched(batchSizes.readMolecules, (uuids) => source.molecules(uuids, false), missing);

  /** Distances from a frame on; pairs that are asked for together make one call. */
  const distancesFrom = batched<number[]>(
    Number.POSITIVE_INFINITY,
    async (keys) => (await import('./distances.ts')).readTogether(source, keys),
    () => new ApiError(404, 'These distances were not found.'),
  );

  return {
    kind,
    origin: options.origin ?? '',
    /** A share link's key, where this client reads through one. */
    link: options.link ?? null,
    queryClient,
    transport,
    source,

    workflow: (uuid: string) =>
      queryOptions({
        queryKey: ['workflow', uuid],
        queryFn: ({ signal }) => source.workflow(uuid, signal),
        refetchInterval: (query: { state: { data: WorkflowItem | undefined; error: Error | null } }) =>
          kind === 'bundle' || isFinalRefusal(query.state.error, options.origin ?? '', uuid)
            ? false
            : itemPoll(query.state.data),
      }),
    calculation: (uuid: string) =>
      queryOptions({ queryKey: ['calculation', uuid], queryFn: ({ signal }) => source.calculation(uuid, signal) }),
    /** Molecules of a calculation, last one final. A finished calculation does not change: it is read once. */
    molecules: (uuid: string, { frequencies = false }: { frequencies?: boolean } = {}) =>
      queryOptions<Molecule[]>({
        queryKey: ['molecules', uuid, frequencies],
        queryFn: () => (frequencies ? withFrequencies(uuid) : withoutFrequencies(uuid)),
        staleTime: 60_000,
        refetchOnWindowFocus: false,
      }),
    /** A protein whole, its structure included. */
    protein: (uuid: string) =>
      queryOptions({
        queryKey: ['protein', uuid],
        queryFn: ({ signal }) => source.protein(uuid, signal),
        staleTime: 60_000,
      }),
    /** Which grids an item has: of orbitals, densities and potentials. */
    grids: (uuid: string) =>
      queryOptions({
        queryKey: ['grids', uuid],
        queryFn: ({ signal }) => source.grids(uuid, signal),
        staleTime: 60_000,
        refetchOnWindowFocus: false,
      }),
    /** A grid with its values. They are large: forgotten soon after nobody looks at them. */
    grid: (uuid: string, name: string) =>
      queryOptions({
        queryKey: ['grid', uuid, name],
        queryFn: ({ signal }) => source.grid(uuid, name, signal),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
      }),
    /** Which measured spectra are kept with an item. */
    spectra: (uuid: string) =>
      queryOptions({
        queryKey: ['spectra', uuid],
        queryFn: ({ signal }) => source.spectra(uuid, signal),
        staleTime: 60_000,
      }),
    /** Distance (Å) of two atoms (0-based) in each frame of an item's replicate. Reading it again adds the frames that have come since. */
    distances(uuid: string, replicate: number, pair: AtomPair) {
      const queryKey = ['distances', uuid, replicate, ...pair] as const;
      return queryOptions<readonly number[]>({
        queryKey,
        async queryFn() {
          const known = queryClient.getQueryData<readonly number[]>(queryKey) ?? [];
          return [...known, ...(await distancesFrom(JSON.stringify([uuid, replicate, known.length, ...pair])))];
        },
        staleTime: Number.POSITIVE_INFINITY,
      });
    },
    ...platformCalls(transport),
  };
}
