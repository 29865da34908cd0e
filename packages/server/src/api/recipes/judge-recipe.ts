import type { RecipeStep } from '@cuvette/core/entities';
import { loadResults, type ResultDefinition } from '@cuvette/core/workflows';
import { recipeProblems } from '@cuvette/core/workflows/chains/recipe-steps';
import { HttpProblem } from '../../errors.ts';

/** Refuses (422) steps that no molecule could run: with the first problem, at its field. */
export async function refuseRecipe(steps: readonly RecipeStep[]): Promise<void> {
  const types = [...new Set(steps.map(({ workflow_type }) => workflow_type))];
  const definitions = new Map<string, ResultDefinition | null>();
  for (const type of types) definitions.set(type, await loadResults(type));
  const [problem] = recipeProblems(steps, (type) => definitions.get(type) ?? null);
  if (problem) throw new HttpProblem(422, problem.detail, problem.field);
}
