import { kindOfBondClass } from '@cuvette/core/chemistry';
import { Molecule } from 'openchemlib';
import type { CheckSet, PrintedError } from './sets.ts';
import { deviation, fit, leftOut, mean, type Point, type Sample } from './statistics.ts';

/** Enthalpies of formation at 298.15 K (kJ/mol) with their limits and source, and bonds: class, molecule, both radicals. */
export interface BondSet {
  source: string;
  formation: Record<string, [enthalpy: number, limits: number, source: string]>;
  /** Bond dissociation enthalpies (kcal/mol) of bonds whose enthalpies of formation are not known, from collections that were not opened. */
  measured: [molecule: string, first: string, second: string, enthalpy: number, source: string][];
  bonds: [group: string, molecule: string, first: string, second: string][];
}

/** Energies of a species in Hartree; `thermal` is what its enthalpy at 298.15 K has more than its GFN2-xTB energy. */
export type SpeciesEnergies = Record<string, { gfn2: number; r2scan_3c: number; thermal: number } | undefined>;

const kcalPerHartree = 627.5094740631;
const joulesPerCalorie = 4.184;
const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** Bond dissociation enthalpies (kcal/mol) by the SMILES of a molecule and of both radicals, however they are spelled. */
export function measuredEnthalpies({ formation, measured }: Pick<BondSet, 'formation' | 'measured'>) {
  const keyOf = (smiles: string) => Molecule.fromSmiles(smiles).getIDCode();
  const known = new Map(Object.entries(formation).map(([smiles, [enthalpy]]) => [keyOf(smiles), enthalpy]));
  return (molecule: string, first: string, second: string): number | null => {
    const [whole, one, other] = [molecule, first, second].map((smiles) => known.get(keyOf(smiles)));
    if (whole === undefined || one === undefined || other === undefined) {
      return measured.find((row) => row[0] === molecule && row[1] === first && row[2] === second)?.[3] ?? null;
    }
    return (one + other - whole) / joulesPerCalorie;
  };
}

/** Kinds of bonds for which GFN2-xTB scatters by more than 10 kcal/mol: it gets no offset for them. */
const notByGfn2 = ['C–O', 'C–N', 'C–S', 'O–O', 'N–N'];

/**
 * An offset for each class of bonds, with its errors. The printed points are each bond by the offsets of the others of its class; a bond that is alone in its
 * class, by those of all other bonds of its elements. Without any of these it has no line. `unseen` are the names of bonds whose measured value was not opened.
 */
function byClass(samples: readonly Sample[], unseen: readonly string[]): { points: Point[]; printed: PrintedError } {
  const points: Point[] = [];
  const classes: PrintedError['classes'] = {};
  const offsetOf = (some: readonly Sample[]) => mean(some.map(({ x, y }) => y - x));
  for (const [group, own] of Map.groupBy(samples, (sample) => sample.group)) {
    const mates = samples.filter((each) => kindOfBondClass(each.group) === kindOfBondClass(group));
    if (mates.length < 2) continue;
    const intercept = rounded(offsetOf(own), 1);
    const others = own.map(({ name, x, y }): Point => {
      const known = (own.length > 1 ? own : mates).filter((each) => each.name !== name);
      return { name, group, computed: x + offsetOf(known), measured: y };
    });
    const fitted = own.map(({ name, x, y }): Point => ({ name, group, computed: x + intercept, measured: y }));
    const notSeen = own.filter(({ name }) => unseen.includes(name)).length;
    points.push(...others);
    classes[group] = {
      size: own.length,
      rmse: rounded(deviation(fitted).rmse, 2),
      leaveOneOut: rounded(deviation(others).rmse, 2),
      slope: 1,
      intercept,
      ...(notSeen > 0 ? { notSeen } : {}),
    };
  }
  return { points, printed: printedOf(points, classes) };
}

/** One line for all bonds; the points are each bond by the line of the others. */
export function oneLine(samples: readonly Sample[], name: string): { points: Point[]; printed: PrintedError } {
  const all = samples.map((sample) => ({ ...sample, group: name, offset: name }));
  const slope = rounded(fit(all).slope, 3);
  const intercept = rounded(mean(all.map(({ x, y }) => y - slope * x)), 2);
  const fitted = all.map(
    ({ name: label, x, y }): Point => ({ name: label, group: name, computed: slope * x + intercept, measured: y }),
  );
  const points = leftOut(all);
  const leaveOneOut = rounded(deviation(points).rmse, 2);
  const line = { size: all.length, rmse: rounded(deviation(fitted).rmse, 2), leaveOneOut, slope, intercept };
  return { points, printed: printedOf(points, { [name]: line }) };
}

function printedOf(points: readonly Point[], classes: PrintedError['classes']): PrintedError {
  const { size, mae, rmse } = deviation(points);
  return { size, mae: rounded(mae, 2), rmse: rounded(rmse, 2), classes };
}

/** What is computed of a bond before calibration, kcal/mol: the enthalpy by r²SCAN-3c, the energy by GFN2-xTB; null where a species is not there. */
export function computedDifference(
  energies: SpeciesEnergies,
  [molecule, first, second]: readonly [molecule: string, first: string, second: string],
  x: 'gfn2' | 'r2scan_3c',
): number | null {
  const [whole, one, other] = [energies[molecule], energies[first], energies[second]];
  if (!whole || !one || !other) return null;
  // The quick method has no frequencies.
  const thermal = x === 'gfn2' ? 0 : one.thermal + other.thermal - whole.thermal;
  return (one[x] + other[x] - whole[x] + thermal) * kcalPerHartree;
}

const nameOf = (molecule: string, first: string, second: string) => `${molecule} → ${first} + ${second}`;

/** The bonds of the set whose species are all computed, with what is computed of each by `x` (kcal/mol). */
function samplesOf(set: BondSet, energies: SpeciesEnergies, x: 'gfn2' | 'r2scan_3c'): Sample[] {
  const measured = measuredEnthalpies(set);
  return set.bonds.flatMap(([group, molecule, first, second]): Sample[] => {
    const difference = computedDifference(energies, [molecule, first, second], x);
    const y = measured(molecule, first, second);
    if (difference === null || y === null) return [];
    const name = nameOf(molecule, first, second);
    return [{ name, group, unit: name, offset: group, x: difference, y }];
  });
}

/** Both methods by class of bond. */
export function bondSets(
  set: BondSet,
  energies: SpeciesEnergies,
): { sets: CheckSet[]; printed: Record<string, PrintedError> } {
  const sets: CheckSet[] = [];
  const printed: Record<string, PrintedError> = {};
  const unseen = set.measured.map(([molecule, first, second]) => nameOf(molecule, first, second));
  for (const [id, title, method, x] of [
    [
      'bde/r2scan3c_gfn2_by_class',
      'Bond dissociation, r²SCAN-3c by class',
      'r²SCAN-3c//GFN2-xTB with GFN2-xTB enthalpies at 298 K, an offset for the class of the bond; each bond by the others of its class',
      'r2scan_3c',
    ],
    [
      'bde/gfn2_bond_type',
      'Bond dissociation, GFN2-xTB by class',
      'GFN2-xTB energies and an offset for the class of the bond; each bond by the others of its class',
      'gfn2',
    ],
  ] as const) {
    const samples = samplesOf(set, energies, x).filter(
      ({ group }) => x !== 'gfn2' || !notByGfn2.includes(kindOfBondClass(group)),
    );
    const found = byClass(samples, unseen);
    printed[id] = found.printed;
    if (x === 'r2scan_3c') Object.assign(found.printed.classes, oneLine(samples, 'any bond').printed.classes);
    sets.push({
      id,
      title,
      method,
      unit: 'kcal/mol',
      source: set.source,
      reference: 'opened in a list',
      ran: '2026-11-23 with tblite 0.8.0, pyscf 2.14.0',
      points: found.points,
    });
  }
  return { sets, printed };
}
