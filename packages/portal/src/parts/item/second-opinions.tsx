import { isFinished, status, type WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import { loadWorkflow } from '@cuvette/core/workflows';
import { secondOpinion } from '@cuvette/core/workflows/comparison/second-opinion';
import { valueText } from '@cuvette/core/workflows/items/headline-text';
import { methodOfValue } from '@cuvette/core/workflows/items/value-method';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ListTable } from '../list-table.tsx';
import { useAction } from '../use-action.ts';
import { lookAgain } from './poll-soon.ts';

/** A way to ask the same question by another method of this server. */
interface OtherMethod {
  title: string;
  submit: () => void;
}

function useDefinition(item: WorkflowItem) {
  const { object_type: type, object_status } = item;
  return useQuery(
    {
      queryKey: ['definition', type],
      queryFn: () => loadWorkflow(type),
      enabled: object_status === status.completed,
      staleTime: Number.POSITIVE_INFINITY,
    },
    ownerClient.queryClient,
  ).data;
}

/** The other methods that answer the question of an item; asking by one submits an item beside it. */
export function useSecondOpinions(item: WorkflowItem): {
  methods: OtherMethod[];
  busy: boolean;
  problem: string | null;
} {
  const { busy, problem, run } = useAction(() => {});
  const definition = useDefinition(item);
  const report = useQuery(ownerClient.methods(), ownerClient.queryClient).data ?? null;
  const offered = definition && report?.workers ? definition.secondOpinions(item, report) : [];
  const submit = async (title: string, data: Record<string, unknown>) => {
    const { initial_molecule, initial_smiles } = item.object_data ?? {};
    await ownerClient.submitWorkflow({
      name: words.opinion.nameOf(item.name, title),
      workflow_type: item.object_type,
      workflow_data: data,
      ...(initial_molecule ? { initial_molecule } : {}),
      ...(typeof initial_smiles === 'string' ? { initial_smiles } : {}),
      folder_uuid: item.parent_uuid,
      resubmitted_from_uuid: item.uuid,
      options: { second_opinion: true },
    });
    await ownerClient.queryClient.invalidateQueries({ queryKey: ownerClient.workflow(item.uuid).queryKey });
    lookAgain(item.uuid);
  };
  const methods = offered.map(({ title, data }) => ({ title, submit: () => void run(() => submit(title, data)) }));
  return { methods, busy, problem };
}

/** Shows the answers of other methods beside that of an item, and whether the errors of both allow the difference. */
export function SecondOpinions({ item }: { item: WorkflowItem }) {
  if (!item.second_opinions?.length) return null;
  return (
    <section className="second-opinions" aria-label={words.opinion.title}>
      {item.second_opinions.map((other) => (
        <OtherAnswer key={other.uuid} item={item} other={other} />
      ))}
    </section>
  );
}

type Other = NonNullable<WorkflowItem['second_opinions']>[number];

function OtherAnswer({ item, other }: { item: WorkflowItem; other: Other }) {
  const definition = useDefinition(item);
  const read = useQuery(ownerClient.workflow(other.uuid), ownerClient.queryClient);
  const link = (
    <Link to="/workflow/$uuid" params={{ uuid: other.uuid }} search={{}}>
      {other.name}
    </Link>
  );
  const second = read.data;
  if (!second || !isFinished(second.object_status) || !definition) {
    return (
      <p role="status">
        {words.opinion.title}: {link} {second ? words.opinion.waiting : ''}
      </p>
    );
  }
  const rows = second.object_status === status.completed ? secondOpinion(definition, item, second) : [];
  if (rows.length === 0) {
    return (
      <p role="note">
        {words.opinion.title}: {link} {words.opinion.none}
      </p>
    );
  }
  return (
    <>
      <p>
        <strong>{words.opinion.title}:</strong> {link}
      </p>
      <ListTable
        caption={words.opinion.title}
        columns={[
          { title: words.opinion.value },
          { title: words.opinion.here },
          { title: words.opinion.there },
          { title: words.opinion.judgement },
        ]}
      >
        {rows.map(({ first, second: its, agrees, text }) => (
          <tr key={first.path}>
            <td>{inEnglish(first.title)}</td>
            <td>
              {valueText(first)} <Method value={first} item={item} definition={definition} />
            </td>
            <td>
              {valueText(its)} <Method value={its} item={second} definition={definition} />
            </td>
            <td data-agrees={agrees === null ? undefined : String(agrees)}>{inEnglish(text)}</td>
          </tr>
        ))}
      </ListTable>
    </>
  );
}

function Method({
  value,
  item,
  definition,
}: {
  value: Parameters<typeof methodOfValue>[0];
  item: WorkflowItem;
  definition: Parameters<typeof methodOfValue>[2];
}) {
  const method = methodOfValue(value, item, definition);
  return method ? <span className="cv-quiet">{inEnglish(method.text)}</span> : null;
}
