import type { Problem } from '../../../chemistry/problem.ts';
import { type BinderDesignInput, longestPattern, mostDesignedResidues } from './binder-design-input.ts';

/** Lists what is wrong with a design input: no target or nothing to design, patterns that cannot be read, names used twice, too many residues. */
export function binderInputProblems(input: BinderDesignInput): Problem[] {
  const { protein_entities: proteins, ligand_entities: ligands, file_entities: files } = input;
  const field = 'binder_design_input';
  const found: Problem[] = [];
  const designed = proteins.some(({ sequence }) => /\d/.test(sequence));
  const redesigned = files.some(({ design, design_insertions }) => design.length + design_insertions.length > 0);
  if (!designed && !redesigned) {
    found.push({
      field: `${field}.protein_entities`,
      detail:
        'There is nothing to design: give a chain with a number of residues (such as 80..120), or residues of a target.',
    });
  }
  let residues = 0;
  for (const [index, { sequence }] of proteins.entries()) {
    const longest = longestPattern(sequence);
    if (longest === null || sequence.trim() === '') {
      const detail = `"${sequence}" is not a design pattern. Letters are kept; numbers and ranges (80..120) are designed.`;
      found.push({ field: `${field}.protein_entities.${index}.sequence`, detail });
    }
    residues += longest ?? 0;
  }
  if (residues > mostDesignedResidues) {
    const detail = `The chains have up to ${residues} residues; at most ${mostDesignedResidues} are allowed.`;
    found.push({ field: `${field}.protein_entities`, detail });
  }
  for (const [index, { uuid }] of files.entries()) {
    if (uuid === '') {
      found.push({ field: `${field}.file_entities.${index}.uuid`, detail: `Target ${index + 1}: choose a protein.` });
    }
  }
  const ids = [...proteins, ...ligands].map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) found.push({ field, detail: `The chain name "${twice}" is used twice.` });
  return found;
}
