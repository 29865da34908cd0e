import { numbered, phrase } from '../../../entities/phrases.ts';
import type { Resolved } from '../../../methods/resolution.ts';
import { forced } from '../../../methods/resubmission.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type StructureReference } from '../../definition.ts';
import { calculationStructure, proteinStructure } from '../../parts/calculations/structure-references.ts';
import { chainsOf, sequenceTable } from '../../parts/inputs/sequence-inputs.ts';
import { CofoldingResults, samplesOf, scoreTable } from './cofolding-samples.ts';
import { entry } from './entry.ts';
import { cofoldingHeadline } from './headline.ts';
import { type Data, settings } from './settings.ts';

function settle(data: Data): Resolved<Data> {
  const changes: Resolved<Data>['changes'] = [];
  const off = (current: Data, field: 'use_msa_server' | 'use_potentials' | 'compute_strain', reason: string): Data => {
    const step = forced(current, field, false, reason);
    changes.push(...step.changes);
    return step.value;
  };
  let value = data;
  if (value.model === 'chai_1r') {
    value = off(value, 'use_msa_server', 'Chai-1r runs without the MSA server here.');
    value = off(value, 'use_potentials', 'Chai-1r has no potentials.');
  }
  if (!value.do_pose_refinement) value = off(value, 'compute_strain', 'Strain needs a refined pose.');
  return { value, changes };
}

export default defineResults({
  entry,
  settings,
  results: CofoldingResults,
  settle,
  predictsProteins: true,
  structures: (data) =>
    samplesOf(data).flatMap((sample, index): StructureReference[] => [
      ...proteinStructure(numbered('Structure', index + 1), sample.predicted_structure_uuid),
      ...proteinStructure(
        phrase('{structure} (refined)', { structure: numbered('Structure', index + 1) }),
        sample.predicted_refined_structure_uuid,
      ),
      ...calculationStructure(numbered('Pose', index + 1), sample.pose),
    ]),
  tables: (data) => [scoreTable(samplesOf(data)), sequenceTable(chainsOf(data))],
  headline: (data) => cofoldingHeadline(samplesOf(data)),
  tabs: () => [{ id: 'scores', title: 'Co-Folding Scores' }, { id: 'sequences', title: 'sequences' }, infoTab],
  parts: () => ({
    scores: [
      { kind: 'table', table: 'scores' },
      { kind: 'panel', panel: 'contacts' },
    ],
    sequences: [
      { kind: 'panel', panel: 'fasta' },
      { kind: 'table', table: 'sequences' },
    ],
  }),
  cite: ({ model, use_msa_server, do_pose_refinement }) => [
    model,
    ...(use_msa_server ? ['colabfold'] : []),
    ...(do_pose_refinement ? ['posebusters'] : []),
  ],
});
