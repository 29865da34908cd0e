import * as z from 'zod/mini';
import { ApiKey, type ApiKeyCreateInput, NewApiKey } from '../entities/api-key.ts';
import { Bundle } from '../entities/bundle.ts';
import { FileConversion, SmilesConversion } from '../entities/conversion.ts';
import { DeletionList } from '../entities/deletion.ts';
import { Folder, type FolderCreate, type FolderQuery, type FolderUpdate, pageSize } from '../entities/folder.ts';
import { MethodReport } from '../entities/method-report.ts';
import type { Molecule } from '../entities/molecule.ts';
import { batchSizes, folderPollInterval, itemPollInterval } from '../entities/platform-constants.ts';
import { SignInWays } from '../entities/sign-in-ways.ts';
import { User } from '../entities/user.ts';
import {
  Attempt,
  isFinished,
  WorkflowItem,
  type WorkflowSubmissionInput,
  type WorkflowUpdate,
} from '../entities/workflow-item.ts';
import { entryOfType } from '../workflows/catalogue.ts';
import { batched } from './batch.ts';
import { bundleCalls } from './bundles.ts';
import { conversionCalls } from './conversions.ts';
import { itemLifeCalls } from './item-life.ts';
import { noticeCalls } from './notices.ts';
import { platformCalls } from './platform.ts';
import { projectCalls } from './projects.ts';
import { QueryClient, queryOptions } from './query-core.ts';
import { shareLinkCalls } from './share-links.ts';
import { bundleSource, httpSource, type Source } from './source.ts';
import { structureCalls } from './structures.ts';
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

function sourceOf(options: ClientOptions, transport: ReturnType<typeof createTransport>): Source {
  const { bundle } = options;
  if (bundle) return bundleSource(async () => z.parse(Bundle, typeof bundle === 'function' ? await bundle() : bundle));
  return httpSource(transport, options.source ?? 'owner', options.link ?? null);
}

/** Whether trying again can help: the server was away or failed, but did not refuse. */
function shouldRetry(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 3;
}

/**
 * A client of one origin, one source and one principal. Reads are query options for TanStack Query over the client's own `queryClient`, so that ten
 * widgets of an item make one request and one poll; molecule reads are gathered into calls of 25. Writes are plain functions that refresh what they change.
 */
export function createClient(options: ClientOptions = {}) {
  const kind = options.bundle ? 'bundle' : (options.source ?? 'owner');
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

  const post = <T extends z.core.$ZodType>(path: string, body: unknown, schema: T) =>
    transport.send('POST', path, body, schema);
  const anything = z.unknown();

  async function refreshed<T>(work: Promise<T>, ...keys: string[][]): Promise<T> {
    const result = await work;
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return result;
  }

  return {
    kind,
    origin: options.origin ?? '',
    /** A share link's key, where this client reads through one. */
    link: options.link ?? null,
    queryClient,
    source,

    workflow: (uuid: string) =>
      queryOptions({
        queryKey: ['workflow', uuid],
        queryFn: ({ signal }) => source.workflow(uuid, signal),
        refetchInterval: (query: { state: { data: WorkflowItem | undefined } }) =>
          kind === 'bundle' ? false : itemPoll(query.state.data),
      }),
    calculation: (uuid: string) =>
      queryOptions({ queryKey: ['calculation', uuid], queryFn: ({ signal }) => source.calculation(uuid, signal) }),
    /** Molecules of a calculation, last one final. A finished calculation does not change: it is read once. */
    molecules: (uuid: string, { frequencies = false }: { frequencies?: boolean } = {}) =>
      queryOptions<Molecule[]>({
        queryKey: ['molecules', uuid, frequencies],
        queryFn: () => (frequencies ? withFrequencies(uuid) : withoutFrequencies(uuid)),
        staleTime: 60_000,
      }),
    /** A protein whole, its structure included. */
    protein: (uuid: string) =>
      queryOptions({
        queryKey: ['protein', uuid],
        queryFn: ({ signal }) => source.protein(uuid, signal),
        staleTime: 60_000,
      }),
    folder: (uuid: string) =>
      queryOptions({ queryKey: ['folder', uuid], queryFn: ({ signal }) => source.folder(uuid, signal) }),
    folderContents: (uuid: string, query: FolderQuery = {}) =>
      queryOptions({
        queryKey: ['folder', uuid, 'contents', query],
        queryFn: ({ signal }) => source.folderContents(uuid, { size: pageSize, ...query }, signal),
        refetchInterval: folderPollInterval,
      }),
    methods: () =>
      queryOptions({
        queryKey: ['methods'],
        queryFn: ({ signal }) => transport.get('/api/methods', MethodReport, signal),
        staleTime: 10_000,
      }),
    ...platformCalls(transport),
    ...noticeCalls(transport),
    me: () =>
      queryOptions({
        queryKey: ['me'],
        queryFn: ({ signal }) => transport.get('/api/user/me', User, signal),
        staleTime: 60_000,
      }),
    /** What was deleted and can be restored, last first; pages count from 0. */
    deletions: (page = 0) =>
      queryOptions({
        queryKey: ['deletions', page],
        queryFn: ({ signal }) => transport.get(`/api/trash?page=${page}`, DeletionList, signal),
      }),
    attempts: (uuid: string) =>
      queryOptions({
        queryKey: ['workflow', uuid, 'attempts'],
        queryFn: ({ signal }) => transport.get(`/api/workflow/${uuid}/attempts`, z.array(Attempt), signal),
      }),

    submitWorkflow: (body: WorkflowSubmissionInput) => refreshed(post('/api/workflow', body, WorkflowItem), ['folder']),
    updateWorkflow: (uuid: string, change: WorkflowUpdate) =>
      refreshed(post(`/api/workflow/${uuid}`, change, WorkflowItem), ['workflow', uuid], ['folder']),
    stopWorkflow: (uuid: string) =>
      refreshed(post(`/api/workflow/${uuid}/stop`, {}, anything), ['workflow', uuid], ['folder']),
    ...itemLifeCalls(transport, refreshed),
    ...projectCalls(transport, refreshed),
    ...shareLinkCalls(transport, refreshed),
    ...structureCalls(transport, refreshed, kind),
    ...bundleCalls(transport, refreshed, options.origin ?? ''),
    deleteWorkflow: (uuid: string) =>
      refreshed(transport.send('DELETE', `/api/workflow/${uuid}`, {}, anything), ['folder'], ['deletions']),
    createFolder: (body: FolderCreate) => refreshed(post('/api/folder', body, Folder), ['folder']),
    updateFolder: (uuid: string, change: FolderUpdate) =>
      refreshed(post(`/api/folder/${uuid}`, change, Folder), ['folder']),
    deleteFolder: (uuid: string) =>
      refreshed(transport.send('DELETE', `/api/folder/${uuid}`, {}, anything), ['folder'], ['deletions']),

    /** Brings something deleted back to where it was. */
    restoreDeletion: (uuid: string) =>
      refreshed(
        post(`/api/trash/${uuid}/restore`, {}, anything),
        ...[['deletions'], ['folder'], ['workflow'], ['structure']],
      ),
    /** Removes something deleted for good. */
    purgeDeletion: (uuid: string) =>
      refreshed(transport.send('DELETE', `/api/trash/${uuid}`, {}, anything), ['deletions']),

    /** What RDKit says of SMILES, without coordinates. */
    inspectSmiles: (smiles: string[]) => post('/api/convert/inspect_smiles', { smiles }, SmilesConversion),
    /** Molecules with coordinates for SMILES; one that cannot be read carries its error. */
    smilesToMolecules: (smiles: string[]) => post('/api/convert/smiles_to_mols', { smiles }, SmilesConversion),
    ...conversionCalls(transport),
    /** Molecules in a structure file; throws ApiError with the line where it breaks. */
    readFile: (filename: string, text: string) =>
      post('/api/convert/files_to_mols', { filename, text }, FileConversion),

    /** Signs in with the token of a one-time link. */
    signInWithLink: (token: string) => refreshed(post('/api/session/one_time', { token }, anything), ['me']),
    /** How people sign in to this server. */
    signInWays: () =>
      queryOptions({
        queryKey: ['session'],
        queryFn: ({ signal }) => transport.get('/api/session', SignInWays, signal),
        staleTime: 60_000,
      }),
    signIn: (body: { email: string; password: string }) =>
      refreshed(post('/api/session/sign_in', body, anything), ['me']),
    signUp: (body: { email: string; password: string }) =>
      refreshed(post('/api/session/sign_up', body, anything), ['me']),
    /** Where the browser goes to sign in by another service. */
    signInElsewhere: (return_to: string) =>
      post('/api/session/open_id', { return_to }, z.looseObject({ url: z.string() })),
    changePassword: (body: { current_password: string | null; new_password: string }) =>
      post('/api/session/password', body, anything),
    signOutEverywhere: () => post('/api/session/sign_out_everywhere', {}, anything),

    apiKeys: () =>
      queryOptions({
        queryKey: ['api-keys'],
        queryFn: ({ signal }) => transport.get('/api/api_key?active=true', z.array(ApiKey), signal),
      }),
    /** Makes a key; its answer is the only one that holds the key itself. */
    createApiKey: (body: ApiKeyCreateInput) => refreshed(post('/api/api_key', body, NewApiKey), ['api-keys']),
    revokeApiKey: (uuid: string) => refreshed(post(`/api/api_key/${uuid}/revoke`, {}, anything), ['api-keys']),

    async signOut() {
      await post('/api/session/sign_out', {}, anything);
      queryClient.clear();
    },
  };
}
