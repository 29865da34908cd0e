import { writeExtendedXyz, writeXyz } from '@cuvette/core/chemistry';
import type { MadeFrom } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import type { WorkflowDefinition } from '@cuvette/core/workflows';
import { emptyMolecule, type SubmitDraft } from '@cuvette/widgets/submit';
import type { SourceStructure } from './source-structure.ts';

/** The form of a type with a structure of a result put in; where it came from goes along with the data. */
export function startWithStructure(
  definition: WorkflowDefinition,
  { item, reference, molecule, smiles }: SourceStructure,
): Partial<SubmitDraft> {
  const structure_name = inEnglish(reference.name);
  const made_from: MadeFrom = { workflow_uuid: item.uuid, structure: reference.id, structure_name };
  const data = { ...definition.defaults(), made_from };
  const name = item.name;
  const coordinates = definition.inputs.some(
    ({ role, kind }) => role === 'initial_molecule' && (kind === 'molecule' || kind === 'molecule_or_smiles'),
  );
  if (!molecule || !coordinates) return { data, molecule: { ...emptyMolecule, text: smiles ?? '' }, name };
  const text = molecule.cell ? writeExtendedXyz([molecule]) : writeXyz([molecule]);
  return {
    data,
    name,
    molecule: {
      ...emptyMolecule,
      kind: 'file',
      file: { name: `${item.name} ${structure_name}.xyz`, text },
      charge: String(molecule.charge ?? ''),
      multiplicity: String(molecule.multiplicity ?? ''),
    },
  };
}
