import { status, type WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { itemPath } from '../paths.ts';
import { useAction } from '../use-action.ts';
import { lookAgain } from './poll-soon.ts';

/** A way to compute a finished item again better, as its type knows it: single points on the geometries of a fast method, say. */
export interface BetterWay {
  label: string;
  busy: boolean;
  /** Why the server refused it. */
  problem: string | null;
  submit: () => void;
}

/** The better way of an item; null where its type knows none. */
export function useBetterWay(item: WorkflowItem): BetterWay | null {
  const router = useRouter();
  const { busy, problem, run } = useAction(() => {});
  const { object_type: type, object_status } = item;
  const definition = useQuery(
    {
      queryKey: ['definition', type],
      queryFn: () => loadWorkflow(type),
      enabled: object_status === status.completed,
      staleTime: Number.POSITIVE_INFINITY,
    },
    ownerClient.queryClient,
  );
  const report = useQuery(ownerClient.methods(), ownerClient.queryClient).data ?? null;
  const better = definition.data && report?.workers ? definition.data.better(item, report) : null;
  if (!better) return null;
  const submit = async () => {
    const { initial_molecule, initial_smiles } = item.object_data ?? {};
    const made = await ownerClient.submitWorkflow({
      name: item.name,
      workflow_type: type,
      workflow_data: better.data,
      ...(initial_molecule ? { initial_molecule } : {}),
      ...(typeof initial_smiles === 'string' ? { initial_smiles } : {}),
      folder_uuid: item.parent_uuid,
      resubmitted_from_uuid: item.uuid,
    });
    ownerClient.queryClient.setQueryData(ownerClient.workflow(made.uuid).queryKey, made);
    lookAgain(made.uuid);
    router.history.push(itemPath(made, false));
  };
  return { label: words.refineWith(better.title), busy, problem, submit: () => void run(submit) };
}
