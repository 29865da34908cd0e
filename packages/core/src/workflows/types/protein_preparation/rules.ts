import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { capabilityReason } from '../../capabilities.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { scaledSeconds } from '../../parts/times/expected-times.ts';
import { addMissingTitles, type Data, protonationTitles } from './settings.ts';

/** The capability that a worker with PDBFixer, OpenMM and PROPKA reports. */
const pdbfixer = 'stored_protein_preparation';

/** Why the method that builds what is missing is not here; null where it is, or nothing is built. */
export function buildingReason({ add_missing_method: method }: Data, report: MethodReport | null): string | null {
  if (method === null) return null;
  return capabilityReason(report, method === 'boltz_2' ? 'boltz' : pdbfixer, addMissingTitles[method]);
}

/** Why the protonation method is not here; null where it is. */
export function protonationReason({ protonation_method: method }: Data, report: MethodReport | null): string | null {
  return method === 'protonate_utils' ? capabilityReason(report, 'protonate_utils', protonationTitles[method]) : null;
}

function problems(data: Data, _inputs: WorkflowInputs, report: MethodReport | null): Problem[] {
  const { add_missing_method: building, cap_residues: caps, pH, sequence_overrides: sequences } = data;
  const found: Problem[] = [];
  const [missing, strange] = [buildingReason(data, report), protonationReason(data, report)];
  if (building === 'boltz_2' && report !== null) {
    const why = missing ?? 'Its weights are here, but this product has no recipe that builds loops with them.';
    found.push({
      field: 'add_missing_method',
      detail: `Boltz-2 cannot build missing residues here. ${why} Choose PDBFixer.`,
    });
  } else if (missing !== null) {
    found.push({ field: 'add_missing_method', detail: missing });
  }
  if (strange !== null) found.push({ field: 'protonation_method', detail: `${strange} Choose OpenMM or PROPKA.` });
  if (caps === 'ace_nme' && building === null) {
    found.push({
      field: 'cap_residues',
      detail: 'Caps are built with what is missing: choose PDBFixer for that, or other ends.',
    });
  }
  if (caps === 'ace_nme' && data.protonation_method === 'protonate_utils') {
    found.push({
      field: 'cap_residues',
      detail: 'protonate-utils does not know caps: choose OpenMM or PROPKA, or other ends.',
    });
  }
  if (!(pH >= 0 && pH <= 14)) found.push({ field: 'pH', detail: `The pH must be from 0 to 14, not ${pH}.` });
  for (const [chain, sequence] of Object.entries(sequences ?? {})) {
    const field = `sequence_overrides.${chain}`;
    if (chain === '') found.push({ field: 'sequence_overrides', detail: 'Name the chain of each sequence.' });
    else if (sequence.trim() === '') found.push({ field, detail: `The sequence of chain ${chain} is empty.` });
  }
  return found;
}

export const rules: SubmissionRules<Data> = {
  inputs: [{ role: 'protein', kind: 'protein', title: 'Protein', required: true }],
  // PDBFixer adds the hydrogens in any case.
  needs: () => [pdbfixer],
  rules: [problems],
  seconds: (_data, _inputs, report) => scaledSeconds(30, report),
};
