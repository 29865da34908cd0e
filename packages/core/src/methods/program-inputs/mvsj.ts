import { symbolOf } from '../../chemistry/elements.ts';
import { type InputWish, NotWritable, type ProgramInput, stemOf, titleOf } from './program-input.ts';

/** Colours of the commonest elements as Jmol has them; others are grey. */
const jmolColours: Readonly<Record<string, string>> = {
  H: '#ffffff',
  B: '#ffb5b5',
  C: '#909090',
  N: '#3050f8',
  O: '#ff0d0d',
  F: '#90e050',
  Si: '#f0c8a0',
  P: '#ff8000',
  S: '#ffff30',
  Cl: '#1ff01f',
  Br: '#a62929',
  I: '#940094',
};

/** A colour for each element of the structure. */
function colours({ molecule }: Pick<InputWish, 'molecule'>): object[] {
  const symbols = [...new Set(molecule.atoms.map(({ atomic_number }) => symbolOf(atomic_number)))];
  return symbols.map((symbol) => ({
    kind: 'color',
    params: { color: jmolColours[symbol] ?? '#b0b0b0', selector: { type_symbol: symbol.toUpperCase() } },
  }));
}

/** Atoms that a PDB file numbers. */
const mostAtoms = 99_999;

/** The atoms as HETATM records of one residue. */
function pdbOf({ molecule }: Pick<InputWish, 'molecule'>): string {
  if (molecule.atoms.length > mostAtoms) throw new NotWritable(`A scene takes at most ${mostAtoms} atoms.`);
  const lines = molecule.atoms.map(({ atomic_number, position }, index) => {
    const symbol = symbolOf(atomic_number).toUpperCase();
    const label = `${symbol}${index + 1}`.slice(0, 4);
    const name = symbol.length === 1 && label.length < 4 ? ` ${label}`.padEnd(4) : label.padEnd(4);
    const place = position.map((value) => value.toFixed(3).padStart(8)).join('');
    return `HETATM${String(index + 1).padStart(5)} ${name} MOL A   1    ${place}  1.00  0.00          ${symbol.padStart(2)}`;
  });
  return [...lines, 'END', ''].join('\n');
}

/**
 * A scene of MolViewSpec (`.mvsj`, version 1), which Mol* opens: the structure as balls and sticks, coloured by element. The structure travels inside
 * the file.
 */
export function mvsjScene(wish: InputWish): ProgramInput {
  const url = `data:text/plain;base64,${btoa(pdbOf(wish))}`;
  const node = (kind: string, params: object, ...children: object[]) => ({ kind, params, children });
  const component = node(
    'component',
    { selector: 'all' },
    node('representation', { type: 'ball_and_stick' }, ...colours(wish)),
    { kind: 'focus', params: {} },
  );
  const structure = node('structure', { type: 'model' }, component);
  const scene = {
    kind: 'single',
    metadata: { version: '1', title: titleOf(wish.name), timestamp: new Date().toISOString() },
    root: { kind: 'root', children: [node('download', { url }, node('parse', { format: 'pdb' }, structure))] },
  };
  return { filename: `${stemOf(wish.name)}.mvsj`, text: `${JSON.stringify(scene, null, 2)}\n`, notes: [] };
}
