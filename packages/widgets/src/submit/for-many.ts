import type { MethodReport } from '@cuvette/core/entities';
import { type WorkflowDefinition, withLevelParts } from '@cuvette/core/workflows';

/** Editors that name no atom of a molecule. */
const ofNoAtoms: readonly string[] = ['multiplicities', 'confining_constraint'];

/** The form of a type for many molecules, on a server with these workers: fields about the atoms of one molecule are left out. */
export function forMany(definition: WorkflowDefinition, report: MethodReport | null): WorkflowDefinition {
  const fields = withLevelParts(definition.fields, report).filter(
    (field) => field.kind !== 'atoms' && (field.kind !== 'editor' || ofNoAtoms.includes(field.editor)),
  );
  return { ...definition, fields };
}
