import * as z from 'zod/mini';
import { bondsOf } from '../../../chemistry/atoms.ts';
import { bondKind, bondName, brokenBonds, kindOfBondClass } from '../../../chemistry/broken-bonds.ts';
import { HARTREE_TO_KCAL_PER_MOL } from '../../../chemistry/units.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import type { ItemProvenance } from '../../../entities/provenance.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { applicability, outsideInWords, type Subject } from '../../../methods/applicability.ts';
import {
  type Calibration,
  type CalibrationLine,
  calibrationInWords,
  methodExtension,
} from '../../../methods/extensions.ts';
import { bondDissociationDomain, bondDissociationLines } from '../../../methods/public-calibrations.ts';
import { tableOf } from '../../../tables/build-table.ts';
import { bondDissociationColor } from '../../../tables/derived-values.ts';
import type { TableData } from '../../../tables/table.ts';
import type { StructureReference } from '../../definition.ts';
import type { Mark } from '../../marks.ts';
import { calculationStructure, finalStage } from '../../parts/calculations/structure-references.ts';
import { calibrationError } from '../../parts/calibrations/calibration-error.ts';
import { subjectOfMolecule } from '../../parts/calibrations/printed-calibration.ts';

const energy = z.nullable(z.number());
const stages = z.array(z.nullable(z.string()));

/** One broken bond, as it is stored. */
const BondDissociation = z.looseObject({
  /** Atoms of the fragment that breaks off, counted from 1. */
  fragment_idxs: z._default(z.array(z.int()), []),
  /** Bond-dissociation energy in Hartree; null where it failed. */
  energy: optionalNull(z.number()),
  /** Hartree */
  fragment_energies: z._default(z.tuple([energy, energy]), [null, null]),
  /** Calculations of both fragments, one for each stage; the last is the one to open. */
  calculation_uuids: z._default(z.tuple([stages, stages]), [[], []]),
});

/** What a run adds to a bond-dissociation item. */
export const BondDissociationResults = z.looseObject({
  /** Calculations of the whole molecule, one for each stage. */
  optimization_calculation_uuids: optionalNull(stages),
  /** Hartree */
  optimization_energy: optionalNull(z.number()),
  bdes: z._default(z.array(BondDissociation), []),
});
export type BondDissociationResults = z.infer<typeof BondDissociationResults>;

/** A row of the panel: the bond, its energy and what can be opened. */
export interface BondDissociationRow {
  /** "C2–H7"; several bonds with commas where the fragment hangs on more than one. */
  bond: string;
  /** Atoms of the fragment, counted from 1: what the viewer marks. */
  atoms: readonly number[];
  /** The broken bonds as pairs of atoms, counted from 0. */
  broken: readonly (readonly [number, number])[];
  /** Hartree; null where it failed. */
  energy: number | null;
  /** Energy of both fragments less that of the molecule, before any calibration, in Hartree. */
  difference: number | null;
  /** Class of the bond in the calibration of the mode, as the run recorded it; null where there is none. */
  group: string | null;
  /** Error of the calibration as text. */
  error: Text;
  /** The same as a number in kcal/mol, null where it is not known, and what it is. */
  uncertainty: number | null;
  remark: Text | null;
  /** Calculations of the links View Fragment 1, View Fragment 2 and View Underlying Calculation. */
  fragment1: string | null;
  fragment2: string | null;
  underlying: string | null;
}

/**
 * The class of a calibration by which a bond is judged: its own; the only one; or, where only the elements of the bond are known, the one with the largest
 * error of their classes.
 */
function classOf(calibration: Calibration | null, name: string | null): string | null {
  const lines = calibration?.lines ?? [];
  const [only] = lines;
  if (only && lines.length === 1) return only.class;
  const error = ({ leaveOneOut, rmse }: CalibrationLine) => leaveOneOut ?? rmse;
  const [widest] = lines
    .filter((line) => kindOfBondClass(line.class) === name)
    .sort((first, second) => error(second) - error(first));
  return lines.find((line) => line.class === name)?.class ?? widest?.class ?? null;
}

/** Error of a mode for a bond of a molecule, by its class or its elements ("C–H"), as text and as a number. */
function errorOf(
  mode: string,
  kind: string | null,
  molecule: Subject,
): Pick<BondDissociationRow, 'error' | 'uncertainty' | 'remark'> {
  const unknown = (reason: Text) => ({ error: reason, uncertainty: null, remark: reason });
  const extension = methodExtension('bde', mode);
  if (extension?.calibration) {
    const subject = { ...molecule, class: classOf(extension.calibration, kind) };
    return {
      error: calibrationInWords(extension.calibration, subject),
      ...calibrationError(extension.calibration, subject),
    };
  }
  const line = bondDissociationLines.get(mode.toUpperCase());
  if (!line) return unknown('not calibrated');
  const judged = applicability({ limits: bondDissociationDomain, lines: [] }, molecule);
  if (!judged.inside) return unknown(outsideInWords(judged.reasons));
  const source = { kind: 'RMSE', set: 'ExpBDE54' };
  return {
    error: phrase('± {error} kcal/mol ({kind}, {set})', { error: line.rmse, ...source }),
    uncertainty: line.rmse,
    remark: phrase('±: {kind}, {set}', source),
  };
}

/**
 * Rows of an item's results in their order; `molecule` gives the atoms their names and may be missing. The class of each bond is what the run recorded; without
 * a record, a bond has the class of its elements, where the calibration has one.
 */
export function bondDissociationRows(
  data: BondDissociationResults & { mode: string },
  molecule: Molecule | null,
  provenance: ItemProvenance | null = null,
): BondDissociationRow[] {
  const atoms = molecule?.atoms ?? [];
  const bonds = bondsOf(atoms);
  const subject = molecule ? subjectOfMolecule(molecule) : {};
  const underlying = finalStage(data.optimization_calculation_uuids);
  const classes = provenance?.bond_classes ?? null;
  return data.bdes.map((entry, index) => {
    const broken = brokenBonds(bonds, entry.fragment_idxs);
    const [first] = broken;
    const kind = first ? bondKind(atoms[first[0]]?.atomic_number ?? 0, atoms[first[1]]?.atomic_number ?? 0) : null;
    const [one, two] = entry.fragment_energies;
    const whole = data.optimization_energy;
    return {
      bond: broken.map((bond) => bondName(atoms, bond)).join(', ') || `atoms ${entry.fragment_idxs.join(', ')}`,
      atoms: entry.fragment_idxs,
      broken,
      energy: entry.energy,
      difference: one === null || two === null || whole === null ? null : one + two - whole,
      group: classes?.[index] ?? null,
      ...errorOf(data.mode, classes ? (classes[index] ?? null) : broken.length === 1 ? kind : null, subject),
      fragment1: finalStage(entry.calculation_uuids[0]),
      fragment2: finalStage(entry.calculation_uuids[1]),
      underlying,
    };
  });
}

/** Lowest and highest energy of rows in Hartree, the ends of the colour scale; null where none succeeded. */
export function bondDissociationRange(rows: readonly BondDissociationRow[]): readonly [number, number] | null {
  const known = rows.flatMap(({ energy }) => (energy === null ? [] : [energy]));
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)];
}

/** Name of the group of marks of a row's bonds: the atoms that break off. */
export function bondGroup({ atoms }: Pick<BondDissociationRow, 'atoms'>): string {
  return `bond ${atoms.join(' ')}`;
}

/** The broken bonds in the colours of their energies; failed ones are left out. */
export function bondMarks(rows: readonly BondDissociationRow[]): Mark[] {
  const [lowest, highest] = bondDissociationRange(rows) ?? [0, 0];
  return rows.flatMap((row) => {
    const colour = bondDissociationColor(row.energy, lowest, highest);
    if (colour === null) return [];
    return row.broken.map((atoms): Mark => ({ group: bondGroup(row), kind: 'bond', atoms, colour, opacity: 1 }));
  });
}

const kcal = (hartree: number | null) => (hartree === null ? null : hartree * HARTREE_TO_KCAL_PER_MOL);

/** The table of bonds; a failed one says so. `empty` is what to say without rows. */
export function bondDissociationTable(rows: readonly BondDissociationRow[], empty: string): TableData {
  return tableOf({
    id: 'bde',
    title: 'Bond-Dissociation Energy',
    rows,
    columns: [
      { id: 'bond', title: 'Bond', text: ({ bond }) => bond },
      {
        id: 'bde',
        title: 'BDE',
        unit: 'kcal/mol',
        help: 'Bond-dissociation energy, homolytic.',
        precision: 2,
        missing: 'Failed',
        value: (row) => kcal(row.energy),
      },
      ...(rows.some(({ group }) => group !== null)
        ? [
            {
              id: 'class',
              title: 'Class',
              help: 'Class of the bond in the calibration, which has its own offset and error.',
              text: ({ group }: BondDissociationRow) => group,
            },
          ]
        : []),
      { id: 'error', title: 'Error', text: (row) => (row.energy === null ? null : row.error) },
      {
        id: 'difference',
        title: 'ΔE',
        unit: 'kcal/mol',
        help: 'Energy of both fragments minus that of the molecule, before calibration.',
        precision: 2,
        value: (row) => kcal(row.difference),
      },
      { id: 'energy', title: 'BDE', unit: 'Hartree', precision: 6, value: (row) => row.energy },
    ],
    structure: ({ underlying }) => underlying ?? 'initial',
    empty,
  });
}

/** The whole molecule, then both fragments of each bond. */
export function bondDissociationStructures(
  data: BondDissociationResults & { mode: string },
  molecule: Molecule | null,
): StructureReference[] {
  return [
    ...calculationStructure('Optimized Structure', finalStage(data.optimization_calculation_uuids)),
    ...bondDissociationRows(data, molecule).flatMap(({ bond, fragment1, fragment2 }) => [
      ...calculationStructure(`${bond}: Fragment 1`, fragment1),
      ...calculationStructure(`${bond}: Fragment 2`, fragment2),
    ]),
  ];
}
