import {
  type ItemGraph,
  isReference,
  madeFromOf,
  type RecipeDraft,
  RecipeStep,
  type WorkflowItem,
} from '@cuvette/core/entities';
import { loadWorkflow, valueAt, type WorkflowDefinition, withValueAt } from '@cuvette/core/workflows';
import { orderedSteps } from '@cuvette/core/workflows/chains/recipe-steps';
import { pathOfStructure } from '@cuvette/core/workflows/chains/result-path';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { itemFor } from '../../items/read-item.ts';
import type { Services } from '../../services.ts';
import type { Member } from '../../store/reader.ts';
import { graphOf } from '../../store/workflow-sources.ts';

/** Keys of an item's data that belong to its molecule or say where it came from. */
const notSettings = new Set(['initial_molecule', 'initial_smiles', 'initial_conformers', 'made_from', 'messages']);

/** An item of the chain with the name of its step. */
interface ChainItem {
  id: string;
  item: WorkflowItem;
  definition: WorkflowDefinition;
}

/** The items that lead to one, itself last, by the links upwards. */
function upstream({ links }: ItemGraph, uuid: string): string[] {
  const found = [uuid];
  for (const one of found) {
    for (const { from, to } of links) if (to === one && !found.includes(from)) found.push(from);
  }
  return found.reverse();
}

/** The settings of an item as a step has them: without its molecule and its results. */
function settingsOf({ item, definition }: ChainItem): Record<string, unknown> {
  const { value } = definition.resubmit(item.object_data ?? {}, null);
  return Object.fromEntries(Object.entries(value).filter(([key]) => !notSettings.has(key)));
}

function stepOf(one: ChainItem, graph: ItemGraph, chain: readonly ChainItem[]): RecipeStep {
  const { id, item } = one;
  const step = { id, title: null, workflow_type: item.object_type, after: [] as string[] };
  let workflow_data = settingsOf(one);
  let initial_molecule: { $from: string; path: string } | null = null;
  for (const link of graph.links.filter(({ to }) => to === item.uuid)) {
    const source = chain.find(({ item: other }) => other.uuid === link.from);
    if (!source) continue;
    if (link.kind === 'made_from') {
      const structure = madeFromOf(item.object_data)?.structure ?? '';
      const path = pathOfStructure(source.definition, source.item, structure) ?? 'structure';
      initial_molecule ??= { $from: source.id, path };
      continue;
    }
    if (link.taken.length === 0) step.after.push(source.id);
    for (const { field, path } of link.taken) {
      const reference = { $from: source.id, path: path ?? 'structure' };
      if (field === 'initial_molecule' || field === 'initial_smiles') initial_molecule = reference;
      else if (!isReference(valueAt(workflow_data, field)))
        workflow_data = withValueAt(workflow_data, field, reference);
    }
  }
  return z.parse(RecipeStep, { ...step, workflow_data, initial_molecule });
}

/**
 * The chain that leads to an item, as a recipe: each item is a step with its settings, and what it took from the one before is a reference to that step. Null where the
 * person does not see the item. Throws 422 where the chain has a type that this server does not know.
 */
export async function recipeOfItem(services: Services, reader: Member, uuid: string): Promise<RecipeDraft | null> {
  const graph = await graphOf(services.db.drizzle, reader, uuid);
  if (!graph) return null;
  const chain: ChainItem[] = [];
  for (const one of upstream(graph, uuid)) {
    if (!graph.items.some((item) => item.uuid === one)) continue;
    const item = await itemFor(services, reader, one, 0);
    const definition = await loadWorkflow(item.object_type);
    if (!definition) {
      throw new HttpProblem(422, `“${item.name}” has the type "${item.object_type}", which a recipe cannot run here.`);
    }
    const same = chain.filter(({ item: other }) => other.object_type === item.object_type).length;
    const id = item.object_type.slice(0, 37) + (same === 0 ? '' : `_${same + 1}`);
    chain.push({ id, item, definition });
  }
  const steps = chain.map((one) => stepOf(one, graph, chain));
  const titles = chain.map(({ definition }) => definition.title);
  return { name: titles.join(' → ').slice(0, 200), description: '', steps: orderedSteps(steps) ?? steps };
}
