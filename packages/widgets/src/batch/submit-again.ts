import { type AccountClient, ApiError, callKey } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';

/** Submissions under way at a time. */
const atOnce = 4;

/** What came of submitting again: how many were not taken, and why the first of them was not. */
export interface AgainOutcome {
  refused: number;
  reason: string | null;
}

/**
 * Submits items again, each with its own input and settings as they can be submitted now, into the folder that it lies in, under its name; each remembers
 * which one it came from. What the server refuses is counted; the others go on.
 */
export async function submitAgain(
  client: AccountClient,
  uuids: readonly string[],
  onProgress: (done: number) => void,
): Promise<AgainOutcome> {
  const report = await client.queryClient.fetchQuery(client.methods());
  const outcome: AgainOutcome = { refused: 0, reason: null };
  const open = [...uuids];
  let done = 0;
  const one = async (item: WorkflowItem) => {
    const definition = await loadWorkflow(item.object_type);
    const stored = item.object_data ?? {};
    const data = definition ? definition.resubmit(stored, report).value : stored;
    const { initial_smiles: smiles, initial_molecule: molecule } = stored;
    await client.submitWorkflow(
      {
        name: item.name,
        folder_uuid: item.parent_uuid,
        workflow_type: item.object_type,
        workflow_data: data,
        ...(molecule ? { initial_molecule: molecule } : { initial_smiles: typeof smiles === 'string' ? smiles : null }),
        resubmitted_from_uuid: item.uuid,
      } as Parameters<AccountClient['submitWorkflow']>[0],
      callKey(),
    );
  };
  const work = async () => {
    for (let uuid = open.shift(); uuid !== undefined; uuid = open.shift()) {
      try {
        await one(await client.queryClient.fetchQuery(client.workflow(uuid)));
      } catch (error) {
        outcome.refused += 1;
        outcome.reason ??= error instanceof ApiError ? error.detail : String(error);
      }
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcome;
}

/**
 * Submits the failed steps of a recipe's run again, with the steps that were stopped because of them. Molecules whose first step the server refuses now are counted; a refusal of
 * the whole call counts as one.
 * @param folder the folder of the run
 */
export async function submitStepsAgain(client: AccountClient, folder: string): Promise<AgainOutcome> {
  try {
    const { skipped } = await client.submitFailedStepsAgain(folder, callKey());
    return { refused: skipped.length, reason: skipped[0]?.detail ?? null };
  } catch (error) {
    return { refused: 1, reason: error instanceof ApiError ? error.detail : String(error) };
  }
}
