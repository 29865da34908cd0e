import type { LigandContact } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import { formatNumber } from '@cuvette/core/tables';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { PlotTools } from '../../plot/plot-tools.tsx';
import { type DrawnMolecule, drawMolecule } from '../../structure/drawn-molecule.ts';
import { Piece } from '../../structure/marked-drawing.tsx';
import { localNumber } from '../../ui/numbers.ts';
import { placeResidues } from './contact-places.ts';

export interface ContactDiagramProps {
  /** SMILES that the ligand may be written as; the first one of its atoms is drawn. */
  smiles: readonly string[];
  atoms: readonly Atom[];
  contacts: readonly LigandContact[];
  /** Name of the files. */
  name: string;
}

/** Beyond the drawing of the ligand, in its units: names of residues are drawn there. */
const frame = { across: 124, along: 72 } as const;
const noAtoms: readonly number[] = [];

/** The ligand as its formula with the residues that it touches around it, and a line for each contact: hydrogen bonds with their lengths, close carbon atoms without. */
export function ContactDiagram({ smiles, atoms, contacts, name }: ContactDiagramProps) {
  const all = useWords();
  const texts = all.panels.contacts;
  const figure = useRef<SVGSVGElement>(null);
  const [drawn, setDrawn] = useState<DrawnMolecule | null | undefined>();
  const key = smiles.join('\n');
  useEffect(() => {
    let current = true;
    drawFirst(key.split('\n'), atoms).then(
      (made) => current && setDrawn(made),
      () => current && setDrawn(null),
    );
    return () => {
      current = false;
    };
  }, [key, atoms]);
  if (contacts.length === 0 || drawn === null) return null;
  // As high as the drawing, so that the table below stays where it is.
  if (!drawn) return <div className="cv-contact-diagram" style={{ aspectRatio: '3 / 2', maxInlineSize: 700 }} />;
  const [left = 0, top = 0, width = drawn.width, height = drawn.height] = drawn.viewBox.split(' ').map(Number);
  const residues = placeResidues(contacts, drawn.places, [left, top, width, height]);
  const [wide, high] = [width + 2 * frame.across, height + 2 * frame.along];
  return (
    <figure className="cv-plot-frame cv-contact-diagram">
      <svg
        ref={figure}
        role="img"
        aria-label={texts.diagram(residues.length)}
        viewBox={`${left - frame.across} ${top - frame.along} ${wide} ${high}`}
        style={{ maxInlineSize: `${1.3 * wide}px` }}
      >
        {residues.flatMap(({ x, y, contacts: own }) =>
          own.map(({ kind, ligandAtom, proteinAtom }) => {
            const at = drawn.places[ligandAtom];
            return at ? (
              <line
                key={`${ligandAtom} ${proteinAtom}`}
                {...{ x1: at.x, y1: at.y, x2: x, y2: y }}
                stroke={kind === 'hydrogen bond' ? 'var(--cv-okay)' : 'var(--cv-neutral-8)'}
                strokeWidth={1.4}
                strokeDasharray={kind === 'hydrogen bond' ? '5 3' : '1.5 3'}
              />
            ) : null;
          }),
        )}
        {drawn.elements.map((element, index) => (
          <Piece key={index} {...element} />
        ))}
        {residues.map(({ residue, x, y, contacts: own }) => (
          <g key={residue}>
            <rect
              {...{ x: x - 42, y: y - 11, width: 84, height: 22, rx: 11 }}
              fill="var(--cv-surface)"
              stroke={own.some(({ kind }) => kind === 'hydrogen bond') ? 'var(--cv-okay)' : 'var(--cv-neutral-8)'}
            />
            <text x={x} y={y + 4} textAnchor="middle" fontSize={12} fill="var(--cv-text)">
              {residue}
            </text>
          </g>
        ))}
        {residues.flatMap(({ x, y, contacts: own }) =>
          own.map(({ kind, ligandAtom, proteinAtom, distance }, place) => {
            // Nearer to the name than to the atom, whose letters are as wide as two charges and three hydrogens.
            const part = 0.46 + 0.14 * (place % 3);
            const at = drawn.places[ligandAtom];
            return at && kind === 'hydrogen bond' ? (
              <text
                key={`${ligandAtom} ${proteinAtom}`}
                {...{ x: at.x + part * (x - at.x), y: at.y + part * (y - at.y) + 4 }}
                textAnchor="middle"
                fontSize={11}
                fill="var(--cv-okay)"
                stroke="var(--cv-surface)"
                strokeWidth={4}
                paintOrder="stroke"
              >
                {localNumber(all, `${formatNumber(distance, 2)} Å`)}
              </text>
            ) : null;
          }),
        )}
      </svg>
      <PlotTools figure={() => figure.current} name={name} data={null} />
      <figcaption className="cv-quiet cv-small">{texts.diagramHow}</figcaption>
    </figure>
  );
}

/** The formula of the first SMILES that is of these atoms; null where none is. */
async function drawFirst(smiles: readonly string[], atoms: readonly Atom[]): Promise<DrawnMolecule | null> {
  for (const each of smiles) {
    const made = each === '' ? null : await drawMolecule(each, atoms, noAtoms, 360, 240);
    if (made) return made;
  }
  return null;
}
