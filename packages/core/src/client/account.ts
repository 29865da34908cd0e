import * as z from 'zod/mini';
import { WorkerList } from '../entities/connected-worker.ts';
import { FileConversion, SmilesConversion } from '../entities/conversion.ts';
import { Folder, type FolderCreate, type FolderUpdate } from '../entities/folder.ts';
import { MethodReport } from '../entities/method-report.ts';
import type { WorkflowSubmissionInput, WorkflowUpdate } from '../entities/workflow-bodies.ts';
import { Attempt, WorkflowItem } from '../entities/workflow-item.ts';
import { batchCalls } from './batches.ts';
import { bundleCalls } from './bundles.ts';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { conversionCalls } from './conversions.ts';
import { deletionCalls } from './deletions.ts';
import { documentCalls } from './documents.ts';
import { drawingCalls } from './drawings.ts';
import { elabftwCalls } from './elabftw.ts';
import { folderCalls } from './folders.ts';
import { itemLifeCalls } from './item-life.ts';
import { listCalls } from './lists.ts';
import { noticeCalls } from './notices.ts';
import { projectCalls } from './projects.ts';
import { proteinCalls } from './proteins.ts';
import { queryOptions } from './query-core.ts';
import { recentStructureCalls } from './recent-structures.ts';
import { recipeCalls } from './recipes.ts';
import { clientFor } from './registry.ts';
import { sessionCalls } from './session.ts';
import { shareLinkCalls } from './share-links.ts';
import { structureCalls } from './structures.ts';

/** A client that can do whatever a person can do with Cuvette; each is a client that reads, so every view takes it. */
export type AccountClient = ReturnType<typeof withAccount>;

/** A client of its own with everything that a person can do. */
export function createAccountClient(options: ClientOptions = {}): AccountClient {
  return withAccount(createClient(options));
}

/** The page-wide client of an origin, a source and a principal, with everything that a person can do; its reads are those of `clientFor`. */
export function accountFor(options: ClientOptions): AccountClient {
  return withAccount(clientFor(options));
}

/**
 * Adds to a client what views of results do not need: folders, projects, submitting, converting, signing in. Writes are plain functions
 * that refresh what they change. Apart from `client.ts`, so that a page with one element does not load it.
 */
export function withAccount(client: Client) {
  const { kind, origin, queryClient, transport } = client;
  const post = <T extends z.core.$ZodType>(path: string, body: unknown, schema: T) =>
    transport.send('POST', path, body, schema);
  const anything = z.unknown();

  async function refreshed<T>(work: Promise<T>, ...keys: string[][]): Promise<T> {
    const result = await work;
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return result;
  }

  return {
    ...client,
    ...folderCalls(client),
    ...batchCalls(client),
    ...drawingCalls(client),
    methods: () =>
      queryOptions({
        queryKey: ['methods'],
        queryFn: ({ signal }) => transport.get('/api/methods', MethodReport, signal),
        staleTime: 10_000,
      }),
    /** The workers that are connected, and those that were in the last day. */
    workers: () =>
      queryOptions({
        queryKey: ['workers'],
        queryFn: ({ signal }) => transport.get('/api/workers', WorkerList, signal),
        staleTime: 10_000,
      }),
    /** Gives a worker items again that was denied further ones; the owner of the server may. */
    allowWorker: (uuid: string) => refreshed(post(`/api/workers/${uuid}/allow`, {}, anything), ['workers']),
    ...noticeCalls(transport),
    ...elabftwCalls(transport, refreshed),
    ...sessionCalls(client, refreshed),
    ...deletionCalls(client, refreshed),
    attempts: (uuid: string) =>
      queryOptions({
        queryKey: ['workflow', uuid, 'attempts'],
        queryFn: ({ signal }) => transport.get(`/api/workflow/${uuid}/attempts`, z.array(Attempt), signal),
      }),

    /** `key`: a name of this submission (`callKey`); sent again with it, the same body makes no second item. */
    submitWorkflow: (body: WorkflowSubmissionInput, key?: string) => {
      const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': `"${key}"` };
      return refreshed(transport.send('POST', '/api/workflow', body, WorkflowItem, headers), ['folder']);
    },
    updateWorkflow: (uuid: string, change: WorkflowUpdate) =>
      refreshed(post(`/api/workflow/${uuid}`, change, WorkflowItem), ['workflow', uuid], ['folder']),
    stopWorkflow: (uuid: string) =>
      refreshed(post(`/api/workflow/${uuid}/stop`, {}, anything), ['workflow', uuid], ['folder']),
    ...itemLifeCalls(transport, refreshed),
    ...listCalls(transport, refreshed),
    ...projectCalls(transport, refreshed),
    ...shareLinkCalls(transport, refreshed),
    ...structureCalls(transport, refreshed, kind),
    ...recentStructureCalls(transport),
    ...recipeCalls(transport, refreshed),
    ...proteinCalls(transport, refreshed),
    ...bundleCalls(transport, refreshed, origin),
    ...documentCalls(transport, refreshed, origin),
    deleteWorkflow: (uuid: string) =>
      refreshed(transport.send('DELETE', `/api/workflow/${uuid}`, {}, anything), ['folder'], ['deletions']),
    createFolder: (body: FolderCreate) => refreshed(post('/api/folder', body, Folder), ['folder']),
    updateFolder: (uuid: string, change: FolderUpdate) =>
      refreshed(post(`/api/folder/${uuid}`, change, Folder), ['folder']),
    deleteFolder: (uuid: string) =>
      refreshed(transport.send('DELETE', `/api/folder/${uuid}`, {}, anything), ['folder'], ['deletions']),

    /** What RDKit says of SMILES, without coordinates. */
    inspectSmiles: (smiles: string[]) => post('/api/convert/inspect_smiles', { smiles }, SmilesConversion),
    /** Molecules with coordinates for SMILES; one that cannot be read carries its error. */
    smilesToMolecules: (smiles: string[]) => post('/api/convert/smiles_to_mols', { smiles }, SmilesConversion),
    ...conversionCalls(transport),
    /** Molecules in a structure file; throws ApiError with the line where it breaks. */
    readFile: (filename: string, text: string) =>
      post('/api/convert/files_to_mols', { filename, text }, FileConversion),
  };
}
