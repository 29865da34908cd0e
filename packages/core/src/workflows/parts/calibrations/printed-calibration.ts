import * as z from 'zod/mini';
import { massOf } from '../../../chemistry/atomic-masses.ts';
import { chargeOfSmiles, elementsOfSmiles, heavyAtomsOfSmiles } from '../../../chemistry/smiles-atoms.ts';
import { type Caveat, caveatOf } from '../../../entities/caveat.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { inEnglish, listed, phrase, type Text } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { applicability, outsideInWords, type Subject, type Validity } from '../../../methods/applicability.ts';
import type { Notice, WorkflowData, WorkflowInputs } from '../../definition.ts';

/** The calibration behind the ± that a type prints. */
export interface PrintedCalibration {
  /** Title of the calibrated method. */
  title: string;
  calibration: Pick<Validity, 'limits'>;
  /** What the number is of, where that is more than the molecule that was put in: in a solvent, with one proton more. */
  subject?: (molecule: Subject) => Subject;
}

/** Returns what `applicability` judges a molecule by. */
export function subjectOfMolecule({ atoms, charge, multiplicity }: Molecule): Subject {
  const elements = atoms.map(({ atomic_number }) => atomic_number);
  const mass = atoms.reduce((sum, atom) => sum + massOf(atom), 0);
  return { elements, charge, multiplicity, heavyAtoms: elements.filter((number) => number > 1).length, mass };
}

/** Returns what `applicability` judges a molecule by that is known by its SMILES alone; a text that is no SMILES decides nothing. */
function subjectOfSmiles(smiles: string): Subject {
  const heavyAtoms = heavyAtomsOfSmiles(smiles);
  if (heavyAtoms === null) return {};
  return { elements: elementsOfSmiles(smiles), charge: chargeOfSmiles(smiles), heavyAtoms };
}

/** The small molecule of a submission, as `applicability` judges it. */
export function subjectOfInputs({ molecule, smiles, inspection }: WorkflowInputs): Subject {
  if (molecule) return subjectOfMolecule(molecule);
  const written = smiles ? subjectOfSmiles(smiles) : {};
  if (!inspection || inspection.error) return written;
  return {
    ...written,
    elements: inspection.elements,
    charge: inspection.charge,
    multiplicity: inspection.multiplicity,
  };
}

const Input = z.looseObject({ initial_molecule: optionalNull(Molecule), initial_smiles: optionalNull(z.string()) });

/** The small molecule of stored data, as `applicability` judges it; data without one decide nothing. */
export function subjectOfData(data: unknown): Subject {
  const parsed = z.safeParse(Input, data ?? {});
  if (!parsed.success) return {};
  const { initial_molecule: molecule, initial_smiles: smiles } = parsed.data;
  if (molecule) return subjectOfMolecule(molecule);
  return smiles ? subjectOfSmiles(smiles) : {};
}

function reasonsOf({ calibration, subject }: PrintedCalibration, molecule: Subject): readonly Text[] {
  const judged = applicability({ limits: calibration.limits, lines: [] }, subject?.(molecule) ?? molecule);
  return judged.inside ? [] : judged.reasons;
}

/** Says before a submission that the molecule lies outside the calibration. */
export function outsideNotices(printed: PrintedCalibration, inputs: WorkflowInputs): Notice[] {
  const reasons = reasonsOf(printed, subjectOfInputs(inputs));
  if (reasons.length === 0) return [];
  const body = `The calibration of ${printed.title} does not cover this molecule: ${inEnglish(listed(reasons))}. The result will have no ±.`;
  return [{ kind: 'warning', title: 'Outside Calibration', body }];
}

/** Says beside every number of a result that the molecule lies outside the calibration. */
export function outsideCaveats(printed: PrintedCalibration, data: WorkflowData): Caveat[] {
  const reasons = reasonsOf(printed, subjectOfData(data));
  if (reasons.length === 0) return [];
  const text = phrase('The calibration of {method} does not cover this molecule: {reasons}. The error is not known.', {
    method: printed.title,
    reasons: listed(reasons),
  });
  return [caveatOf('changes_number', text)];
}

/** That the molecule of a result lies outside the calibration, in a few words; null where it does not. */
export function outsideOf(printed: PrintedCalibration, data: WorkflowData): Text | null {
  const reasons = reasonsOf(printed, subjectOfData(data));
  return reasons.length === 0 ? null : outsideInWords(reasons);
}
