import type { MethodReport } from '../entities/method-report.ts';
import type { InputRule, WorkflowDefinition, WorkflowInputs } from './definition.ts';
import { substituted } from './parts/levels/substitution.ts';
import type { TypeQuestion } from './type-entry.ts';

/** What a person has given before a type is chosen. */
export interface Given {
  /** The molecule as a structure and as a SMILES; both null where there is none. */
  inputs: WorkflowInputs;
  /** The structure has coordinates of its own (a file), not built from a SMILES. */
  coordinates: boolean;
  protein: boolean;
  /** How many molecules there are. */
  molecules: number;
}

/** What a type costs for what was given: seconds, what else it needs ("a protein"), or why it does not take the molecule. All null: not known. */
export interface Cost {
  seconds: number | null;
  needs: string | null;
  refusal: string | null;
}

const unknown: Cost = { seconds: null, needs: null, refusal: null };
const isSmall = ({ role }: InputRule) => role === 'initial_molecule' || role === 'initial_smiles';

/** Returns what of a type's inputs is missing, as it completes "needs …"; null where nothing is. */
function missing({ inputs }: WorkflowDefinition, question: TypeQuestion | null, given: Given): string | null {
  const has = (kind: InputRule['kind']) => inputs.some((rule) => rule.kind === kind);
  if (has('binder_design')) return 'a target';
  if (inputs.filter((rule) => rule.kind === 'molecule' && !isSmall(rule)).length > 1) return 'two structures';
  if (has('protein_sequences')) return 'a sequence';
  if (has('smiles_list') && given.molecules < 2)
    return given.protein ? 'a list of compounds' : 'compounds and a protein';
  if (has('protein') && !given.protein) return 'a protein';
  if (inputs.some(isSmall) && given.molecules === 0) return 'a molecule';
  return question?.wants !== undefined && !given.coordinates ? question.wants : null;
}

/**
 * Returns what a type costs with its defaults, on this server, for what was given. Seconds are the sum that the form shows, by the worker's own
 * timing; null where the settings still ask for something (the atoms of a scan), or there are several molecules.
 */
export function costOf(
  definition: WorkflowDefinition,
  question: TypeQuestion | null,
  given: Given,
  report: MethodReport | null,
): Cost {
  const needs = missing(definition, question, given);
  const rule = definition.inputs.find(isSmall);
  if (!rule || given.molecules === 0) return { ...unknown, needs };
  const { data } = substituted(definition, definition.defaults(), report);
  if (given.molecules > 1) {
    const batch = definition.limits(data).batch;
    return { ...unknown, needs, refusal: batch ? null : 'takes one molecule at a time' };
  }
  const takes = rule.accepts?.(data) ?? rule.kind;
  const { molecule, smiles, inspection } = given.inputs;
  const asSmiles = takes !== 'molecule' && smiles !== null && !(takes === 'molecule_or_smiles' && given.coordinates);
  const inputs: WorkflowInputs = asSmiles
    ? { molecule: null, smiles, inspection }
    : { molecule, smiles: null, inspection };
  const problems = definition.problems(data, inputs, report);
  const refusal = problems.find(({ field }) => /^initial_(molecule|smiles)(\.|$)/.test(field))?.detail ?? null;
  if (refusal !== null) return { ...unknown, needs, refusal };
  const isComplete = problems.length === 0 && report !== null;
  return { seconds: isComplete ? definition.resources(data, inputs, report).seconds : null, needs, refusal };
}
