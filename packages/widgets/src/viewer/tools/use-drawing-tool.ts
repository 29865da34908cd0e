import { type Drawing, drawings } from '@cuvette/core/session';
import { useEffect } from 'react';
import { useWords } from '../../elements/context.tsx';
import type { View, ViewerTool } from '../viewer-tool.ts';

/** Most atoms that are drawn as balls and sticks, and as sticks: beyond, lines keep 24 frames per second. */
export const drawingLimits = { balls: 300, sticks: 1500 };

/** How so many atoms are drawn where nobody chose. */
function drawingFor(atoms: number): Drawing {
  if (atoms <= drawingLimits.balls) return 'ball-and-stick';
  return atoms <= drawingLimits.sticks ? 'stick' : 'line';
}

/** How the structure's own atoms are drawn: turning, with or without C-H bonds, as balls, sticks or lines. */
export function useDrawingTool({ renderer, molecule, state, change }: View): ViewerTool {
  const words = useWords().viewer;
  const drawing = state.drawing ?? drawingFor(molecule?.atoms.length ?? 0);
  const { spinning, carbonHydrogen } = state;
  useEffect(() => renderer?.setDrawing(drawing), [renderer, drawing]);
  useEffect(() => renderer?.setSpin(spinning), [renderer, spinning]);
  useEffect(() => renderer?.setCarbonHydrogenShown(carbonHydrogen), [renderer, carbonHydrogen]);
  const disabled = !renderer;
  return {
    id: 'drawing',
    menu: [
      {
        id: 'rotate',
        icon: 'rotate',
        label: words.rotate,
        checked: spinning,
        disabled,
        run: () => change({ spinning: !spinning }),
      },
      {
        id: 'carbon-hydrogen',
        icon: 'bonds',
        label: carbonHydrogen ? words.hideCarbonHydrogen : words.showCarbonHydrogen,
        disabled,
        run: () => change({ carbonHydrogen: !carbonHydrogen }),
      },
      // Chains are drawn in forms of their own.
      ...(molecule?.macromolecule ? [] : drawings).map((each) => ({
        id: each,
        label: words.drawings[each],
        checked: each === drawing,
        disabled,
        run: () => change({ drawing: each }),
      })),
    ],
  };
}
