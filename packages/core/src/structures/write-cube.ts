import type { PlacedAtom } from '../chemistry/atoms.ts';
import { BOHR_TO_ANGSTROM } from '../chemistry/units.ts';
import type { Grid } from '../entities/grid.ts';

/** Values on a line, as Gaussian writes them. */
const perLine = 6;

const fixed = (value: number) => value.toFixed(6).padStart(12);
const whole = (value: number) => String(value).padStart(5);

/** A value in Gaussian's width: " 1.23456E-05". */
function scientific(value: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential(5).toUpperCase().split('E');
  const power = Number(exponent);
  return `${mantissa}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`.padStart(13);
}

/**
 * Writes a grid as a Gaussian cube file, a piece of text at a time: two lines of comment, number of atoms and origin, three axes, atoms (Bohr), then the
 * values with the last axis fastest. Source: Gaussian 16 user's reference, utility cubegen, "Cube file formats".
 * @param atoms in Å
 * @param title first line; line breaks in it become blanks
 */
export function* writeCube({ header, values }: Grid, atoms: readonly PlacedAtom[], title: string): Generator<string> {
  const { shape, origin, axes, name, value_unit } = header;
  const vector = (parts: readonly number[]) => parts.map(fixed).join('');
  yield [
    title.replace(/\s+/g, ' '),
    `${name}, ${value_unit}`,
    `${whole(atoms.length)}${vector(origin)}`,
    ...axes.map((axis, index) => `${whole(shape[index] ?? 0)}${vector(axis)}`),
    ...atoms.map(
      ({ atomic_number, position }) =>
        `${whole(atomic_number)}${fixed(atomic_number)}${vector(position.map((value) => value / BOHR_TO_ANGSTROM))}`,
    ),
    '',
  ].join('\n');
  const [, , last] = shape;
  for (let start = 0; start < values.length; start += last) {
    let text = '';
    for (let place = 0; place < last; place += 1) {
      text += scientific(values[start + place] ?? 0);
      if (place % perLine === perLine - 1 || place === last - 1) text += '\n';
    }
    yield text;
  }
}
