import { type ItemGraph, isFinished, status, type WorkflowItem } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { chainWords as words } from './words.ts';
import '../../styles/chain.css';

const ChainDrawing = lazy(() => import('./chain-drawing.tsx').then((module) => ({ default: module.ChainDrawing })));

/** How many items lead to an item, and how many were made from it, directly or by way of others. */
function counts({ links }: ItemGraph, uuid: string): { before: number; after: number } {
  const reached = (next: (one: string) => string[]) => {
    const found = new Set<string>();
    const open = [uuid];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      for (const other of next(one)) {
        if (!found.has(other)) open.push(other);
        found.add(other);
      }
    }
    return found.size;
  };
  return {
    before: reached((one) => links.filter(({ to }) => to === one).map(({ from }) => from)),
    after: reached((one) => links.filter(({ from }) => from === one).map(({ to }) => to)),
  };
}

/** What the item comes from and what was made from it, drawn; nothing for an item without either. */
export function ItemChain({ item }: { item: WorkflowItem }) {
  const graph = useQuery(
    {
      ...ownerClient.itemGraph(item.uuid),
      // Sources move on while the item waits for them.
      refetchInterval: isFinished(item.object_status) ? false : 10_000,
    },
    ownerClient.queryClient,
  );
  if (!graph.data || graph.data.links.length === 0) return null;
  return <KnownChain key={item.uuid} item={item} graph={graph.data} />;
}

function KnownChain({ item, graph }: { item: WorkflowItem; graph: ItemGraph }) {
  const isDraft = item.object_status === status.draft;
  // Open where the item waits; it does not close by itself when that is over.
  const [open, setOpen] = useState(item.waiting?.items !== undefined || isDraft);
  const { before, after } = counts(graph, item.uuid);
  const awaited = graph.items.filter(
    ({ uuid, object_status }) => (item.after ?? []).includes(uuid) && object_status !== status.completed,
  );
  return (
    <>
      {isDraft && awaited.length > 0 ? (
        <p className="cv-quiet lead">{words.draftWaits(awaited.map(({ name }) => `“${name}”`).join(', '))}</p>
      ) : null}
      <details className="item-chain" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{words.summary(before, after)}</summary>
        <Suspense fallback={null}>
          <ChainDrawing graph={graph} uuid={item.uuid} />
        </Suspense>
        {before > 0 ? (
          <p className="chain-actions">
            <Link className="cv-button" to="/recipe/of/$uuid" params={{ uuid: item.uuid }}>
              {words.saveRecipe}
            </Link>
          </p>
        ) : null}
      </details>
    </>
  );
}
