import type { Client } from '@cuvette/core/client';
import { isFinished, type WorkflowItem } from '@cuvette/core/entities';

const unfinished = new WeakMap<Client['queryClient'], Set<string>>();

/**
 * When an item finishes, what was read of its calculations on the way is read once more: by whoever shows it, and by who asks later. Every
 * element calls this with each state of its item; of those that share a client the first one that sees the end is enough.
 */
export function rereadWhenFinished({ queryClient }: Client, { uuid, object_status: code }: WorkflowItem): void {
  const known = unfinished.get(queryClient) ?? new Set<string>();
  unfinished.set(queryClient, known);
  if (!isFinished(code)) known.add(uuid);
  else if (known.delete(uuid)) {
    for (const kind of ['molecules', 'calculation']) void readAgain(queryClient, { queryKey: [kind] });
  }
}

/**
 * At once, so that nobody who asks next takes what was read on the way for the result. A first read that is still under way began before the
 * end, too: invalidating alone would take its answer for the last word.
 */
async function readAgain(queryClient: Client['queryClient'], what: { queryKey: string[] }): Promise<void> {
  const first = { ...what, predicate: ({ state }: { state: { data: unknown } }) => state.data === undefined };
  const cancelled = queryClient.cancelQueries(first);
  void queryClient.invalidateQueries(what);
  await cancelled;
  await queryClient.invalidateQueries(first);
}
