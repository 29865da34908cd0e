import { useEffect, useRef, useState } from 'react';
import { useSheet } from '../results/hooks/use-sheet.ts';
import css from './atom-drawing.css?inline';
import { depict, loadToolkit } from './depict.ts';

export interface AtomDrawingProps {
  smiles: string;
  /** Text alternative of the whole formula. */
  label: string;
  /** What each atom of the SMILES is called, in its order. */
  names: readonly string[];
  /** Atoms of the SMILES that are marked. */
  marked: ReadonlySet<number>;
  onPick: (atom: number) => void;
}

interface Drawn {
  svg: SVGSVGElement;
  places: readonly { x: number; y: number }[];
}

const WIDTH = 320;
const HEIGHT = 190;
const RADIUS = 12;

/** A structural formula whose atoms can be picked and marked. Where the formula cannot be drawn, nothing is in its place. */
export function AtomDrawing({ smiles, label, names, marked, onPick }: AtomDrawingProps) {
  useSheet(css);
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let current = true;
    drawing(smiles).then(
      (made) => current && setDrawn(made),
      () => current && setDrawn(null),
    );
    return () => {
      current = false;
    };
  }, [smiles]);
  useEffect(() => {
    if (drawn) box.current?.replaceChildren(drawn.svg);
  }, [drawn]);
  if (!drawn) return null;
  const frame = drawn.svg.getAttribute('viewBox') ?? `0 0 ${WIDTH} ${HEIGHT}`;
  // Drawn at its own size: a small molecule is not blown up to the width of a large one.
  const breadth = Math.min(WIDTH, Math.round(Number(frame.split(' ')[2])) || WIDTH);
  return (
    <div className="cv-atom-drawing" role="group" aria-label={label} style={{ inlineSize: `min(100%, ${breadth}px)` }}>
      <div ref={box} aria-hidden="true" />
      <svg viewBox={frame} aria-hidden="true">
        {drawn.places.map(({ x, y }, atom) => (
          // The keyboard's way to the same choice is the table below; the formula is not focusable.
          <circle
            key={names[atom]}
            cx={x}
            cy={y}
            r={RADIUS}
            data-atom={atom}
            data-marked={marked.has(atom) ? '' : undefined}
            onClick={() => onPick(atom)}
          >
            <title>{names[atom]}</title>
          </circle>
        ))}
      </svg>
    </div>
  );
}

/** The formula and where its atoms are in it. */
async function drawing(smiles: string): Promise<Drawn> {
  const svg = await depict(smiles, WIDTH, HEIGHT);
  const { Molecule } = await loadToolkit();
  const molecule = Molecule.fromSmiles(smiles);
  const circles = [...svg.querySelectorAll('circle')];
  // The toolkit puts an unseen circle on each atom, in the order of the atoms.
  const places = circles.slice(-molecule.getAllAtoms()).map((circle) => ({
    x: Number(circle.getAttribute('cx')),
    y: Number(circle.getAttribute('cy')),
  }));
  if (places.length !== molecule.getAllAtoms()) throw new Error('The formula does not say where its atoms stand.');
  return { svg, places };
}
