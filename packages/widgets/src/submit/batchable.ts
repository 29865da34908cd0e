import type { WorkflowDefinition } from '@cuvette/core/workflows';

/** Whether a type takes many molecules at once: one small molecule is all that it needs, and its structures may come as a batch. */
export function isBatchable(definition: WorkflowDefinition): boolean {
  const small = definition.inputs.filter(({ role }) => role === 'initial_smiles' || role === 'initial_molecule');
  const others = definition.inputs.filter(
    ({ required, ...input }) => required && !small.some(({ role }) => role === input.role),
  );
  return small.length === 1 && others.length === 0 && definition.limits(definition.defaults()).batch;
}
