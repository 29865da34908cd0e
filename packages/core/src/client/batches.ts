import type * as z from 'zod/mini';
import { BatchFindings, BatchIdentical, BatchSummary, FolderValues } from '../entities/batch.ts';
import type { stereoChoices } from '../entities/workflow-bodies.ts';
import type { Client } from './client.ts';
import { queryOptions } from './query-core.ts';
import { ApiError } from './transport.ts';

/** What a batch is made of. */
export interface BatchSubmissionInput {
  workflow_type: string;
  workflow_data: Record<string, unknown>;
  folder_uuid: string;
  names: readonly string[];
  initial_smileses: readonly string[];
  /** The list's own columns; a row for each structure. */
  columns: { headings: readonly string[]; rows: readonly (readonly string[])[] } | null;
  enumerateStereo: boolean;
  maxCredits: number | null;
}

/** Options of a submission by which open stereo runs as each isomer, or is refused: pages ask which one is meant. */
const stereoOptions = (each: boolean) => (each ? { enumerate_stereo: true } : { stereo: 'refuse' });

/** Batches: looked at, submitted, and read as one table. */
export function batchCalls({ kind, link, transport }: Pick<Client, 'kind' | 'link' | 'transport'>) {
  return {
    /** What is in the way of each SMILES (at most 1 000), in their order. Nothing is stored. */
    checkBatch: (question: {
      workflow_type: string;
      workflow_data: Record<string, unknown>;
      initial_smileses: readonly string[];
      options: { stereo: (typeof stereoChoices)[number] };
    }): Promise<z.infer<typeof BatchFindings>> =>
      transport.send('POST', '/api/workflow/batch_check', question, BatchFindings),
    /** Finished items of the folder's project with the same input and versions, for each SMILES of a batch that would be submitted. */
    identicalInBatch: ({
      enumerateStereo,
      ...question
    }: {
      workflow_type: string;
      workflow_data: Record<string, unknown>;
      /** Null is the root folder. */
      folder_uuid: string | null;
      initial_smileses: readonly string[];
      enumerateStereo: boolean;
    }): Promise<z.infer<typeof BatchIdentical>> =>
      transport.send(
        'POST',
        '/api/workflow/batch_identical',
        { ...question, options: stereoOptions(enumerateStereo) },
        BatchIdentical,
      ),
    /** Submits at most 1 000 structures; those that cannot be run are left out and named. `key` as in `submitWorkflow`. */
    submitBatch: (
      { enumerateStereo, maxCredits, ...batch }: BatchSubmissionInput,
      key: string,
    ): Promise<BatchSummary> =>
      transport.send(
        'POST',
        '/api/workflow/batch_submit',
        {
          ...batch,
          max_credits: maxCredits,
          options: stereoOptions(enumerateStereo),
          skip_invalid: true,
          summary: true,
        },
        BatchSummary,
        { 'Idempotency-Key': `"${key}"` },
      ),
    /** The items of a folder with their named numbers; all, or those that changed since the `as_of` of an answer. */
    folderValues: (uuid: string, changedSince?: string) =>
      queryOptions({
        queryKey: ['folder', uuid, 'values', changedSince ?? null],
        queryFn: async ({ signal }) => {
          if (kind === 'bundle') throw new ApiError(404, 'The file holds no folder with this identifier.');
          const query = new URLSearchParams();
          if (changedSince) query.set('changed_since', changedSince);
          if (link) query.set('link', link);
          const text = query.toString();
          const base = kind === 'owner' ? '/api/folder' : '/api/shared/folder';
          return transport.get(
            `${base}/${encodeURIComponent(uuid)}/values${text ? `?${text}` : ''}`,
            FolderValues,
            signal,
          );
        },
        staleTime: 0,
        gcTime: 0,
      }),
  };
}
