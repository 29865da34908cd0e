import { type ConjugatedBond, conjugationOf } from '../../../chemistry/rotated-bonds.ts';
import { type Caveat, caveatOf } from '../../../entities/caveat.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import type { Settings } from '../../../entities/settings.ts';
import { accuracy } from '../../../methods/accuracy.ts';
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
