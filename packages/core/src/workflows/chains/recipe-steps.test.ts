import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { RecipeStep, type RecipeStepInput } from '../../entities/recipe.ts';
import { definitionOf } from '../../testing/workflow-items.ts';
import { orderedSteps, recipeProblems, stepWithItems } from './recipe-steps.ts';

const known = new Map(
  await Promise.all(
    ['conformer_search', 'basic_calculation', 'nmr'].map(async (type) => [type, await definitionOf(type)] as const),
  ),
);
const definition = (type: string) => known.get(type) ?? null;
const stepsOf = (...steps: RecipeStepInput[]) => steps.map((step) => z.parse(RecipeStep, step));
const conformers = { id: 'conformers', workflow_type: 'conformer_search' };
const best = { $from: 'conformers', path: 'conformers[0]' };
const geometry = { id: 'geometry', workflow_type: 'basic_calculation', initial_molecule: best };
const shifts = { id: 'shifts', workflow_type: 'nmr', initial_molecule: { $from: 'geometry', path: 'structure' } };
const problems = (...steps: RecipeStepInput[]) => recipeProblems(stepsOf(...steps), definition);

test('steps are put into an order in which each follows those that it waits for', () => {
  const ordered = orderedSteps(stepsOf(shifts, { ...geometry, after: ['conformers'] }, conformers));
  expect(ordered?.map(({ id }) => id)).toEqual(['conformers', 'geometry', 'shifts']);
  expect(problems(shifts, geometry, conformers)).toEqual([]);
});

test('a circle, a step or a type that is not there, a path that its type does not have and a name given twice are named at their fields', () => {
  expect(orderedSteps(stepsOf({ ...conformers, after: ['conformers'] }))).toBeNull();
  const circle = problems({ ...geometry, initial_molecule: { $from: 'shifts', path: 'structure' } }, shifts);
  expect(circle).toEqual([{ field: 'steps', detail: expect.stringContaining('in a circle') }]);
  expect(problems(geometry)).toEqual([
    { field: 'steps.0.initial_molecule', detail: 'There is no step "conformers" whose result could be taken.' },
  ]);
  expect(problems({ id: 'a', workflow_type: 'no_such' })[0]?.field).toBe('steps.0.workflow_type');
  const poses = { $from: 'conformers', path: 'poses[0]' };
  expect(problems(conformers, { ...geometry, initial_molecule: poses })[0]?.field).toBe('steps.1.initial_molecule');
  expect(problems(conformers, { ...geometry, workflow_data: { settings: { x: poses } } })[0]?.field).toBe(
    'steps.1.workflow_data.settings.x',
  );
  expect(problems(conformers, conformers)[0]).toMatchObject({ field: 'steps.1.id' });
  expect(problems(conformers, { ...geometry, after: ['nowhere'] })[0]?.field).toBe('steps.1.after');
  expect(problems(conformers, { ...geometry, workflow_data: { a: { $from: 'B' } } })[0]?.detail).toContain(
    'not a whole',
  );
});

test('a run puts its items in place of the names of steps', () => {
  const [step] = stepsOf({
    ...geometry,
    workflow_data: { charge: { $from: 'conformers', path: 'energies[0]' }, mode: 'rapid' },
  });
  if (!step) throw new Error('No step.');
  expect(stepWithItems(step, { conformers: 'uuid' })).toEqual({
    initial_molecule: { $from: 'uuid', path: 'conformers[0]' },
    workflow_data: { charge: { $from: 'uuid', path: 'energies[0]' }, mode: 'rapid' },
  });
});
