import type { Atom } from '@cuvette/core/entities';
import type { Mark } from '@cuvette/core/workflows';
import { useEffect, useMemo, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { localNumber } from '../ui/numbers.ts';
import { onWhite } from '../viewer/marks/on-white.ts';
import { type DrawnElement, type DrawnMolecule, drawMolecule } from './drawn-molecule.ts';
import { themedColour } from './themed-colour.ts';

export interface MarkedDrawingProps {
  smiles: string;
  /** Atoms that the marks count by; null where these are the atoms of the SMILES. */
  atoms: readonly Atom[] | null;
  marks: readonly Mark[];
  /** The group that stands out; null for all. */
  group?: string | null;
  /** What the picture shows, as text. */
  label: string;
}

/** What most drawings are high, in px. */
const usualHeight = 208;

/** A structural formula with its marked bonds in colours and badges at its atoms. Nothing where the SMILES is of other atoms. */
export function MarkedDrawing({ smiles, atoms, marks, group = null, label }: MarkedDrawingProps) {
  const words = useWords();
  // Undefined while the toolkit is loaded: about the room of a drawing is kept, so that what is below does not jump.
  const [drawn, setDrawn] = useState<DrawnMolecule | null | undefined>(undefined);
  const hydrogens = useMemo(
    () => [
      ...new Set(
        marks.flatMap((mark) => (mark.kind === 'bond' ? mark.atoms : mark.kind === 'badge' ? [mark.atom] : [])),
      ),
    ],
    [marks],
  );
  useEffect(() => {
    let current = true;
    drawMolecule(smiles, atoms, hydrogens, 420, 260).then(
      (made) => {
        if (!current) return;
        if (!made) console.error(`The SMILES ${smiles} has other atoms than the structure: no formula is drawn.`);
        setDrawn(made);
      },
      (error: unknown) => {
        console.error(error);
        if (current) setDrawn(null);
      },
    );
    return () => {
      current = false;
    };
  }, [smiles, atoms, hydrogens]);
  if (drawn === undefined) return <div aria-hidden="true" style={{ blockSize: usualHeight }} />;
  if (!drawn) return null;
  const { places, viewBox, width, height } = drawn;
  const quiet = (mark: Mark) => group !== null && mark.group !== group;
  return (
    <svg
      className="cv-marked-drawing"
      role="img"
      aria-label={label}
      viewBox={viewBox}
      style={{ maxInlineSize: `${1.6 * width}px`, maxBlockSize: `${1.6 * height}px` }}
    >
      {marks.map((mark) => {
        if (mark.kind !== 'bond' || quiet(mark)) return null;
        const [start, end] = mark.atoms.map((atom) => places[atom]);
        if (!start || !end) return null;
        const [from, to] = [between(start, end), between(end, start)];
        return (
          <line
            key={`${mark.group} ${mark.atoms}`}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            stroke={mark.colour}
            strokeWidth={7}
            strokeLinecap="round"
          />
        );
      })}
      {drawn.elements.map((element, index) => (
        <Piece key={index} {...element} />
      ))}
      {marks.map((mark, index) => {
        if (mark.kind !== 'badge' || quiet(mark)) return null;
        const at = places[mark.atom];
        if (!at) return null;
        const text = localNumber(words, mark.text);
        const [x, y] = beside(at, places, index);
        const half = 3.2 * text.length + 3;
        return (
          <g key={`${mark.group} ${mark.atom}`}>
            <rect
              x={x - half}
              y={y - 7}
              width={2 * half}
              height={14}
              rx={4}
              fill={onWhite(mark.colour, mark.opacity)}
              stroke={mark.colour}
            />
            <text x={x} y={y + 3.6} textAnchor="middle" fontSize={10} fill="#000000">
              {text}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** A little inside the bond, so that the letters at its ends stay free. */
function between(from: { x: number; y: number }, to: { x: number; y: number }) {
  const part = Math.min(0.4, 9 / Math.hypot(to.x - from.x, to.y - from.y));
  return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
}

/** A place for a badge: away from the atoms around, a little lower for each that is at the same atom. */
function beside(
  at: { x: number; y: number },
  places: DrawnMolecule['places'],
  index: number,
): readonly [number, number] {
  let [dx, dy] = [0, 0];
  for (const place of places) {
    if (!place || place === at) continue;
    const [x, y] = [at.x - place.x, at.y - place.y];
    const far = Math.hypot(x, y);
    if (far === 0 || far > 60) continue;
    dx += x / far ** 2;
    dy += y / far ** 2;
  }
  const length = Math.hypot(dx, dy) || 1;
  // Above or below, where letters of the atom do not reach.
  const down = dy >= 0 ? 1 : -1;
  return [at.x + (12 * dx) / length, at.y + down * (19 + 3 * (index % 2))];
}

/** A line or letter in the colours of the page: black follows the text, colours of elements keep their hue. */
export function Piece({ name, attributes, text }: DrawnElement) {
  const { x, y, x1, y1, x2, y2, points } = attributes;
  const stroke = themed(attributes.stroke);
  const fill = themed(attributes.fill);
  if (name === 'line')
    return <line {...{ x1, y1, x2, y2, stroke }} strokeWidth={attributes['stroke-width']} strokeLinecap="round" />;
  if (name === 'polygon') return <polygon {...{ points, fill, stroke }} strokeLinejoin="round" />;
  return (
    <text {...{ x, y, fill }} fontSize={attributes['font-size']} stroke="none">
      {text}
    </text>
  );
}

function themed(colour: string | undefined): string | undefined {
  return colour?.startsWith('rgb') ? themedColour(colour) : colour;
}
