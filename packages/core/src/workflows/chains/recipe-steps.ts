import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import type { RecipeStep } from '../../entities/recipe.ts';
import { StepReference } from '../../entities/recipe.ts';
import { isReference, mapReferences, referencesIn } from '../../entities/result-reference.ts';
import type { ResultDefinition } from '../definition.ts';
import { pathProblem } from './result-path.ts';

/** A result of an earlier step that a step takes, with the field that it is put at. */
export interface StepLink {
  field: string;
  step: string;
  path: string;
}

/** What a step takes from earlier ones; a reference that is not whole is left out (`recipeProblems` names it). */
export function linksOfStep({ initial_molecule, workflow_data }: RecipeStep): StepLink[] {
  const placed = [
    ...(initial_molecule ? [{ field: 'initial_molecule', reference: initial_molecule as unknown }] : []),
    ...referencesIn(workflow_data),
  ];
  return placed.flatMap(({ field, reference }) => {
    const read = z.safeParse(StepReference, reference);
    return read.success ? [{ field, step: read.data.$from, path: read.data.path }] : [];
  });
}

/** The steps that a step waits for, each once. */
export function awaitedSteps(step: RecipeStep): string[] {
  return [...new Set([...step.after, ...linksOfStep(step).map((link) => link.step)])];
}

/** The steps in an order in which each comes after those that it waits for; null where they wait for each other in a circle. */
export function orderedSteps(steps: readonly RecipeStep[]): RecipeStep[] | null {
  const ordered: RecipeStep[] = [];
  const done = new Set<string>();
  const known = new Set(steps.map(({ id }) => id));
  let left = [...steps];
  while (left.length > 0) {
    const free = left.filter((step) => awaitedSteps(step).every((id) => done.has(id) || !known.has(id)));
    if (free.length === 0) return null;
    ordered.push(...free);
    for (const { id } of free) done.add(id);
    left = left.filter((step) => !free.includes(step));
  }
  return ordered;
}

/**
 * Lists what is wrong with the steps of a recipe, whatever molecule it is run on: names given twice, types and steps that there are not, a circle, paths that a type does not
 * have, settings that do not fit.
 * @param definitionOf the definition of a type; null for one that there is not
 */
export function recipeProblems(
  steps: readonly RecipeStep[],
  definitionOf: (type: string) => ResultDefinition | null,
): Problem[] {
  const found: Problem[] = [];
  // The first one of a name keeps it.
  const byId = new Map([...steps].reverse().map((step) => [step.id, step]));
  for (const [index, step] of steps.entries()) {
    const at = (field: string) => `steps.${index}.${field}`;
    const add = (field: string, detail: string) => found.push({ field: at(field), detail });
    if (byId.get(step.id) !== step) add('id', `Two steps are called "${step.id}". Give each a name of its own.`);
    if (!definitionOf(step.workflow_type))
      add('workflow_type', `"${step.workflow_type}" is not a workflow type of this server.`);
    for (const { field, reference } of referencesIn(step.workflow_data)) {
      if (z.safeParse(StepReference, reference).success) continue;
      add(
        `workflow_data.${field}`,
        `${field} is not a whole reference. Write it like {"$from": "name of a step", "path": "conformers[0]"}.`,
      );
    }
    for (const id of step.after)
      if (!byId.has(id)) add('after', `There is no step "${id}" that this one could wait for.`);
    for (const link of linksOfStep(step)) {
      const field = link.field === 'initial_molecule' ? link.field : `workflow_data.${link.field}`;
      const source = byId.get(link.step);
      if (!source) {
        add(field, `There is no step "${link.step}" whose result could be taken.`);
        continue;
      }
      const definition = definitionOf(source.workflow_type);
      const problem =
        definition && pathProblem(definition, link.path, link.field === 'initial_molecule' ? 'structure' : 'value');
      if (problem) add(field, problem);
    }
  }
  if (orderedSteps(steps) === null) {
    found.push({
      field: 'steps',
      detail: 'The steps wait for each other in a circle. One of them has to begin with the molecule.',
    });
  }
  return found;
}

/** A step's settings and input with the items of a run (by step) in place of the names of steps. */
export function stepWithItems(
  step: RecipeStep,
  items: Readonly<Record<string, string>>,
): { workflow_data: Record<string, unknown>; initial_molecule: { $from: string; path: string } | null } {
  const named = (reference: unknown) => {
    const { $from, path } = reference as StepReference;
    return { $from: items[$from] ?? $from, path };
  };
  return {
    workflow_data: mapReferences(step.workflow_data, ({ reference }) => named(reference)) as Record<string, unknown>,
    initial_molecule: step.initial_molecule && isReference(step.initial_molecule) ? named(step.initial_molecule) : null,
  };
}
