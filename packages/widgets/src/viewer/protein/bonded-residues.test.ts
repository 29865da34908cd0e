import { macromoleculeOf, readPdb } from '@cuvette/core/chemistry';
import { initialProteinView } from '@cuvette/core/session';
import { expect } from '@open-wc/testing';
import { contactMarks } from '../../results/contact-marks.ts';
import { bondedResidues, proteinPainter } from './protein-painter.ts';

const line = (number: number, name: string, residue: [string, number], place: number[], element: string) =>
  `${(residue[0] === 'LIG' ? 'HETATM' : 'ATOM').padEnd(6)}${String(number).padStart(5)}  ${name.padEnd(3)} ${residue[0]} A${String(residue[1]).padStart(4)}    ${place
    .map((value) => value.toFixed(3).padStart(8))
    .join('')}  1.00  0.00          ${element.padStart(2)}`;

/** A serine's oxygen 2.8 Å from that of a ligand; an alanine 6 Å away, which gives no bond. */
const structure = macromoleculeOf(
  readPdb(
    [
      line(1, 'OG', ['SER', 1], [0, 0, 0], 'O'),
      line(2, 'CA', ['ALA', 2], [6, 0, 0], 'C'),
      line(3, 'O1', ['LIG', 3], [0, 2.8, 0], 'O'),
      line(4, 'C1', ['LIG', 3], [0, 4.2, 0], 'C'),
      'END',
    ].join('\n'),
  ),
);

describe('a hydrogen bond of a ligand', () => {
  it('ends at a residue that is drawn', () => {
    const bonded = bondedResidues(structure, contactMarks(structure, null));
    expect(bonded.map((place) => structure.residues[place]?.name)).to.deep.equal(['SER']);
    expect(bondedResidues(structure, [])).to.deep.equal([]);
    // A residue without its backbone is drawn as sticks already; forms of chains that draw all atoms need no second ones.
    const lines = proteinPainter(structure, { ...initialProteinView, form: 'line' }, bonded);
    expect(lines.near.map((atom) => structure.names[atom])).to.deep.equal(['OG']);
    expect(proteinPainter(structure, { ...initialProteinView, form: 'line' }).near).to.deep.equal([]);
  });
});
