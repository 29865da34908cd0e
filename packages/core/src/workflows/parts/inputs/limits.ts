import type { Problem } from '../../../chemistry/problem.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import type { StructureLimits, WorkflowInputs } from '../../definition.ts';
import { missingElements } from '../levels/settings-fields.ts';
import { inputElements, inputMultiplicity } from './input-problems.ts';

/** The limits of a type that names none: any structure without a cell. */
export const anyStructure: StructureLimits = {
  openShell: true,
  charged: true,
  severalStructures: true,
  size: null,
  batch: true,
  periodic: false,
  constraints: false,
  transitionState: false,
  elements: null,
  advice: null,
};

/** Elements of small organic ligands, tautomers and AIMNet2 (B, C, H, N, O, halogens, Si, P, S, As, Se). */
export const ligandElements = [1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 33, 34, 35, 53] as const;

/** The elements of a method as a limit. */
export function methodElements(method: string): StructureLimits['elements'] {
  const allowed = methods.get(method)?.elements;
  return allowed ? { allowed, by: methodTitle(method) } : null;
}

/** Returns what the structure has that a type does not take, as text; `title` is the type's. */
export function limitProblems(limits: StructureLimits, inputs: WorkflowInputs, title: string): Problem[] {
  const { molecule, inspection } = inputs;
  const field = molecule ? 'initial_molecule' : 'initial_smiles';
  const tooLarge = limits.size?.(inputs);
  const found: Problem[] = tooLarge ? [tooLarge] : [];
  const multiplicity = inputMultiplicity(inputs);
  if (!limits.openShell && multiplicity !== 1) {
    found.push({
      field,
      detail: `${title} takes closed-shell structures only; this one has multiplicity ${multiplicity}.`,
    });
  }
  const charge = molecule?.charge ?? inspection?.charge ?? 0;
  if (!limits.charged && charge !== 0) {
    found.push({
      field,
      detail: `${title} takes neutral structures only; this one has charge ${charge > 0 ? '+' : '\u2212'}${Math.abs(charge)}.`,
    });
  }
  const fragments = inspection?.fragments ?? 1;
  if (!limits.severalStructures && fragments > 1) {
    found.push({
      field,
      detail: `${title} takes one molecule; this SMILES has ${fragments} separate ones. For a salt, submit the part that you mean.`,
    });
  }
  if (!limits.periodic && molecule?.cell) {
    found.push({ field, detail: `${title} does not take periodic systems; remove the cell.` });
  }
  if (limits.elements) {
    const { allowed, by } = limits.elements;
    found.push(...missingElements(allowed, inputElements(inputs), by, field));
  }
  return found.map(({ detail, ...problem }) => ({
    ...problem,
    detail: limits.advice ? `${detail} ${limits.advice}` : detail,
  }));
}
