import { bondsOf } from '../../../chemistry/atoms.ts';
import { bondSides } from '../../../chemistry/bond-sides.ts';
import { type ConjugatedBond, conjugationOf } from '../../../chemistry/rotated-bonds.ts';
import { type Caveat, caveatOf } from '../../../entities/caveat.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { listed, phrase, type Text } from '../../../entities/phrases.ts';
import type { Settings } from '../../../entities/settings.ts';
import { accuracy } from '../../../methods/accuracy.ts';
import { applicability, type Domain } from '../../../methods/applicability.ts';
import { methodTitle } from '../../../methods/methods.ts';
import type { ScanCoordinate } from './scan-coordinates.ts';

/** What a scan rotates, as far as its coordinates say. */
export interface Rotation {
  initial_molecule: Molecule | null;
  scan_settings: readonly ScanCoordinate[];
  scan_settings_2d: readonly ScanCoordinate[];
}

/** Class of the check set of rotations that a kind of bond belongs to; a kind that is missing was not measured. */
const classes: Partial<Record<ConjugatedBond, keyof (typeof accuracy)['scan/gfn2_xtb']['classes']>> = {
  amide: 'amides and thioureas',
  biaryl: 'biaryls',
  'conjugated double bonds': 'conjugated double bonds',
};

/** What the check set of rotations (BHROT27) holds. A class of fewer barriers than this has no error of its own. */
const measuredDomain: Domain = {
  elements: [1, 6, 7, 8, 16],
  charges: [0, 0],
  multiplicities: [1],
  heavyAtoms: [2, 12],
  solvents: [],
};
const fewestMeasured = 5;

/** As the kinds are named in a sentence. */
const names: Record<ConjugatedBond, string> = {
  amide: 'an amide bond',
  'conjugated C–N': 'a conjugated C–N bond',
  'conjugated C–O': 'a conjugated C–O bond',
  biaryl: 'the bond of a biaryl',
  'conjugated double bonds': 'the bond between conjugated double bonds',
  'double bond': 'a double bond',
};

/** The first rotation of a scan that breaks a conjugation; null where none does. `molecule` replaces the one in the data. */
export function brokenConjugation(
  { initial_molecule, scan_settings, scan_settings_2d }: Rotation,
  molecule: Molecule | null = initial_molecule,
): ConjugatedBond | null {
  if (!molecule) return null;
  for (const { type, atoms } of [...scan_settings, ...scan_settings_2d]) {
    const [, second, third] = atoms;
    if (type !== 'dihedral' || second === undefined || third === undefined) continue;
    const kind = conjugationOf(molecule.atoms, second - 1, third - 1);
    if (kind !== null) return kind;
  }
  return null;
}

/** Class of the check set that a scan in one dimension belongs to; null for one that turns no bond with two sides, or a kind that was not measured. */
function rotationClass({ initial_molecule: molecule, scan_settings, scan_settings_2d }: Rotation): string | null {
  const [only, ...others] = [...scan_settings, ...scan_settings_2d];
  const [, second, third] = only?.atoms ?? [];
  if (!molecule || others.length > 0 || only?.type !== 'dihedral' || !second || !third) return null;
  if (bondSides(bondsOf(molecule.atoms), second - 1, third - 1).kind !== 'sides') return null;
  const kind = conjugationOf(molecule.atoms, second - 1, third - 1);
  return kind === null ? 'single bonds' : (classes[kind] ?? null);
}

/** A ± (kcal/mol) for the barrier of a scan where published barriers of its kind were computed by the same method, and the text beside it either way. */
export function rotationError(scan: Rotation, geometry: Settings, isRefined: boolean): ScanError {
  const measured = isRefined ? accuracy['scan/r2scan_3c_gfn2_xtb'] : accuracy['scan/gfn2_xtb'];
  const lines = Object.entries<{ size: number; rmse: number }>(measured.classes)
    .filter(([, { size }]) => size >= fewestMeasured)
    .map(([name, line]) => ({ class: name, ...line }));
  const { initial_molecule: molecule } = scan;
  if (!molecule || geometry.method !== 'gfn2_xtb') return { uncertainty: null, remark: unknown };
  const elements = molecule.atoms.map(({ atomic_number }) => atomic_number);
  const found = applicability(
    { limits: measuredDomain, lines },
    {
      elements,
      charge: molecule.charge,
      multiplicity: molecule.multiplicity,
      heavyAtoms: elements.filter((number) => number > 1).length,
      solvent: geometry.solvent_settings?.solvent ?? null,
      class: rotationClass(scan),
    },
  );
  if (!found.inside || !found.line) {
    const reasons = found.inside ? [] : found.reasons;
    return {
      uncertainty: null,
      remark: reasons.length > 0 ? phrase('no accuracy is known: {reasons}', { reasons: listed(reasons) }) : unknown,
    };
  }
  const { size, rmse } = found.line;
  return { uncertainty: rmse, remark: phrase('± is the RMSE of {size} published barriers of rotation', { size }) };
}

const unknown = 'no accuracy is known';

/** How far a barrier is off, where that is known. */
interface ScanError {
  uncertainty: number | null;
  remark: Text;
}

/** A note on a rotation; none where the method is not known to fail for it. */
export function rotationCaveats(
  kind: ConjugatedBond | null,
  geometry: Settings,
  isRefined: boolean,
  isFast: boolean,
): Caveat[] {
  const make = (text: Text): Caveat[] => [caveatOf('changes_number', text, { values: ['barrier'], table: 'scan' })];
  if (kind === 'double bond') {
    return make(
      'A double bond breaks into two radicals when it is turned. With all electrons paired the top of this curve is too high; an open-shell singlet or a multireference method is needed.',
    );
  }
  if (kind === null || isRefined || !isFast) return [];
  const bond = names[kind];
  if (geometry.method !== 'gfn2_xtb') {
    return make(
      phrase('The error of {method} for rotations about {bond} was not measured. Refine with r²SCAN-3c.', {
        method: methodTitle(geometry.method),
        bond,
      }),
    );
  }
  const group = classes[kind];
  if (group === undefined) {
    return make(
      phrase(
        'The error of GFN2-xTB for rotations about {bond} was not measured; its error for biaryls is as large as their barriers. Refine with r²SCAN-3c.',
        { bond },
      ),
    );
  }
  const { size, rmse } = accuracy['scan/gfn2_xtb'].classes[group];
  return make(
    phrase(
      'On {size} published barriers of rotation about {bond} the error of GFN2-xTB is {rmse} kcal/mol (RMSE), and differences between the minima are uncertain as well. Refine with r²SCAN-3c.',
      { bond, size, rmse: rmse.toFixed(1) },
    ),
  );
}
