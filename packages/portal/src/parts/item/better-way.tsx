import { status, type WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { itemPath } from '../paths.ts';
import { ProblemLine } from '../problem.tsx';
import { useAction } from '../use-action.ts';
import { lookAgain } from './poll-soon.ts';

/** A button that submits a finished item again in a better way, where its type knows one: single points on the geometries of a fast method, say. */
export function BetterWay({ item }: { item: WorkflowItem }) {
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
  return (
    <>
      <ProblemLine text={problem} />
      <button type="button" className="cv-button" data-kind="primary" disabled={busy} onClick={() => void run(submit)}>
        {words.refineWith(better.title)}
      </button>
    </>
  );
}
