import { symbolOf } from '../elements.ts';
import { FileProblem } from '../problem.ts';
import type { FileBond, WritableMolecule } from './molecule-entry.ts';

/**
 * Writes one MOL table: V2000 (positions with four decimals), or V3000 above 999 atoms or bonds. A total charge or multiplicity that no atom is known to
 * carry is in the data fields `charge` and `multiplicity` of `writeSdf`.
 * @throws FileProblem when atoms or bonds are not known: a MOL file without bonds would say that there are none
 */
export function writeMol(molecule: WritableMolecule): string {
  const { atoms, bonds } = molecule;
  const name = (molecule.name ?? '').replace(/[\r\n]+/g, ' ').slice(0, 80);
  if (!atoms) throw new FileProblem(`A MOL file needs positions; ${name || 'the molecule'} is known as SMILES only.`);
  if (!bonds) {
    throw new FileProblem(
      `A MOL file needs bonds and their orders; ${name || 'the molecule'} has positions only. Save it as XYZ.`,
    );
  }
  const flat = molecule.isFlat === true;
  const head = [name, `  Cuvette             ${flat ? '2D' : '3D'}`, ''];
  const isLarge = atoms.length > 999 || bonds.length > 999;
  const table = isLarge ? v3000(molecule, atoms, bonds) : v2000(molecule, atoms, bonds);
  return `${[...head, ...table, 'M  END'].join('\n')}\n`;
}

/** Writes an SDF file: each molecule with its data fields. @throws FileProblem as `writeMol` does */
export function writeSdf(molecules: readonly WritableMolecule[]): string {
  return molecules
    .map((molecule) => {
      const fields = Object.entries({ ...molecule.data, ...totals(molecule) })
        .map(([key, value]) => `>  <${key.replace(/[<>\r\n]/g, ' ')}>\n${value.replace(/\n\s*(?=\n)/g, '')}\n\n`)
        .join('');
      return `${writeMol(molecule)}${fields}$$$$\n`;
    })
    .join('');
}

/** Total charge and multiplicity where the formal charges do not say them. */
function totals({ charge, multiplicity, formalCharges }: WritableMolecule): Record<string, string> {
  const fields: Record<string, string> = {};
  if (charge && !formalCharges) fields.charge = String(charge);
  if (multiplicity && multiplicity > 1) fields.multiplicity = String(multiplicity);
  return fields;
}

type Atoms = NonNullable<WritableMolecule['atoms']>;

function v2000({ formalCharges }: WritableMolecule, atoms: Atoms, bonds: readonly FileBond[]): string[] {
  const three = (value: number) => String(value).padStart(3);
  const charged = (formalCharges ?? []).flatMap((charge, atom) => (charge === 0 ? [] : [[atom + 1, charge] as const]));
  const lines = [`${three(atoms.length)}${three(bonds.length)}  0  0  0  0  0  0  0  0999 V2000`];
  for (const { atomic_number, position } of atoms) {
    const place = position.map((value) => value.toFixed(4).padStart(10)).join('');
    if (place.length > 30) throw new FileProblem('A coordinate is too large for a MOL file.');
    lines.push(`${place} ${symbolOf(atomic_number).padEnd(3)} 0  0  0  0  0  0  0  0  0  0  0  0`);
  }
  for (const { atoms: pair, order } of bonds)
    lines.push(`${three(pair[0] + 1)}${three(pair[1] + 1)}${three(order)}  0`);
  for (let start = 0; start < charged.length; start += 8) {
    const part = charged.slice(start, start + 8);
    lines.push(
      `M  CHG${three(part.length)}${part.map(([atom, charge]) => ` ${three(atom)} ${three(charge)}`).join('')}`,
    );
  }
  return lines;
}

function v3000({ formalCharges }: WritableMolecule, atoms: Atoms, bonds: readonly FileBond[]): string[] {
  const rows = [
    'BEGIN CTAB',
    `COUNTS ${atoms.length} ${bonds.length} 0 0 0`,
    'BEGIN ATOM',
    ...atoms.map(({ atomic_number, position }, index) => {
      const charge = formalCharges?.[index] ? ` CHG=${formalCharges[index]}` : '';
      return `${index + 1} ${symbolOf(atomic_number)} ${position.map((value) => value.toFixed(6)).join(' ')} 0${charge}`;
    }),
    'END ATOM',
    'BEGIN BOND',
    ...bonds.map(({ atoms: pair, order }, index) => `${index + 1} ${order} ${pair[0] + 1} ${pair[1] + 1}`),
    'END BOND',
    'END CTAB',
  ];
  return ['  0  0  0     0  0            999 V3000', ...rows.map((row) => `M  V30 ${row}`)];
}
