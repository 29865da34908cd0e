import type { PlacedAtom } from './atoms.ts';
import { symbolOf } from './elements.ts';
import type { Lattice } from './lattice.ts';
import { FileProblem } from './problem.ts';

/** Where an atom line of an XYZ file has the element and the first coordinate (0-based fields). */
export interface XyzColumns {
  species: number;
  position: number;
}

/**
 * The columns that `Properties=species:S:1:pos:R:3:…` gives (extended XYZ); plain XYZ has the element first and the position after it.
 * @throws FileProblem when there is no species or no position among them
 */
export function readXyzColumns(comment: string, line: number): XyzColumns {
  const text = /(?:^|\s)properties\s*=\s*"?([^\s"]+)/i.exec(comment)?.[1];
  if (!text) return { species: 0, position: 1 };
  const parts = text.split(':');
  const found = new Map<string, number>();
  let field = 0;
  for (let index = 0; index + 2 < parts.length; index += 3) {
    found.set((parts[index] ?? '').toLowerCase(), field);
    const width = Number(parts[index + 2]);
    if (!Number.isInteger(width) || width < 1) {
      throw new FileProblem(`The width "${parts[index + 2]}" of the property "${parts[index]}" is not a number.`, line);
    }
    field += width;
  }
  const species = found.get('species') ?? found.get('z') ?? found.get('numbers');
  const position = found.get('pos') ?? found.get('positions');
  if (species === undefined || position === undefined) {
    throw new FileProblem('Properties must name "species" and "pos".', line);
  }
  return { species, position };
}

/**
 * Writes frames as extended XYZ, with charge, multiplicity and, for a periodic system, `Lattice` and `pbc`. Energies are left out: other programs take
 * them for eV.
 */
export function writeExtendedXyz(
  molecules: readonly {
    atoms: readonly PlacedAtom[];
    charge?: number | null | undefined;
    multiplicity?: number | null | undefined;
    cell?: Lattice | null | undefined;
    name?: string | null | undefined;
  }[],
): string {
  return molecules
    .map(({ atoms, charge, multiplicity, cell, name }) => {
      const comment = [
        cell ? `Lattice="${cell.lattice_vectors.flat().map(decimal).join(' ')}"` : null,
        'Properties=species:S:1:pos:R:3',
        cell ? `pbc="${cell.is_periodic.map((flag) => (flag ? 'T' : 'F')).join(' ')}"` : null,
        typeof charge === 'number' ? `charge=${charge}` : null,
        typeof multiplicity === 'number' ? `multiplicity=${multiplicity}` : null,
        name ? `name="${name.replace(/["\r\n]+/g, ' ')}"` : null,
      ];
      const rows = atoms.map(
        ({ atomic_number, position }) =>
          `${symbolOf(atomic_number).padEnd(3)}${position.map((value) => value.toFixed(8).padStart(16)).join('')}`,
      );
      return `${[atoms.length, comment.filter((part) => part !== null).join(' '), ...rows].join('\n')}\n`;
    })
    .join('');
}

function decimal(value: number): string {
  return String(Number(value.toFixed(8)));
}
