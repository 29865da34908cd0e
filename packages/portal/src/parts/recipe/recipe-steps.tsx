import type { RecipeStep } from '@cuvette/core/entities';
import { linksOfStep } from '@cuvette/core/workflows/chains/recipe-steps';
import { typeTitle } from '../paths.ts';
import { recipeWords as words } from './words.ts';

/** What a step is called where a person reads it. */
export function stepTitle({ title, workflow_type }: Pick<RecipeStep, 'title' | 'workflow_type'>): string {
  return title ?? typeTitle(workflow_type);
}

/** The steps of a recipe in their order: the type of each, what it begins with, and what the table shows of it. */
export function RecipeSteps({ steps }: { steps: readonly RecipeStep[] }) {
  const called = (id: string) => {
    const step = steps.find((one) => one.id === id);
    return step ? stepTitle(step) : id;
  };
  return (
    <ol className="recipe-steps">
      {steps.map((step, index) => (
        <li key={step.id}>
          <strong>{stepTitle(step)}</strong>
          {step.title ? <span className="cv-quiet">{typeTitle(step.workflow_type)}</span> : null}
          <span>
            {step.initial_molecule
              ? words.takes(step.initial_molecule.path, called(step.initial_molecule.$from))
              : words.begins}
          </span>
          {linksOfStep(step)
            .filter(({ field }) => field !== 'initial_molecule')
            .map(({ field, path, step: from }) => (
              <span key={field}>{words.alsoTakes(field, path, called(from))}</span>
            ))}
          {step.after.length > 0 ? <span>{words.waits(step.after.map(called).join(', '))}</span> : null}
          <span className="cv-quiet">
            {step.columns
              ? words.shown(step.columns.join(', '))
              : index === steps.length - 1
                ? words.shownAll
                : words.shownNone}
          </span>
        </li>
      ))}
    </ol>
  );
}
