import { adjacentCellsAtomLimit, mayShowAdjacentCells } from '@cuvette/core/entities';
import { useEffect, useRef } from 'react';
import { useWords } from '../../elements/context.tsx';
import type { CellLayer } from '../layers/cell-layer.ts';
import type { View, ViewerTool } from '../viewer-tool.ts';
import { useLayer } from './use-layer.ts';

const loadLayer = async () => (await import('../layers/cell-layer.ts')).cellLayer;

/** The box of a periodic structure, and copies of its atoms in the cells around and in its own. */
export function useCellTool({ renderer, molecule, state, change }: View): ViewerTool {
  const words = useWords().viewer.cell;
  const cell = molecule?.cell ?? null;
  const atoms = molecule?.atoms.length ?? 0;
  const mayShowAdjacent = mayShowAdjacentCells(atoms);
  const { closestCell } = state;
  const adjacentCells = state.adjacentCells && mayShowAdjacent;
  const layer = useLayer<CellLayer>(cell ? renderer : null, loadLayer);
  const filled = useRef<string | null>(null);
  useEffect(() => {
    if (!layer || !renderer) return;
    layer.set(cell && molecule ? { cell, adjacent: adjacentCells, closest: closestCell } : null);
    // More or less stands in the picture than before: it is filled anew, unless one has chosen how to look at it.
    const shows = JSON.stringify([cell?.lattice_vectors, adjacentCells, closestCell]);
    if (filled.current !== shows) renderer.fit();
    filled.current = shows;
  }, [layer, renderer, cell, molecule, adjacentCells, closestCell]);
  if (!cell) return { id: 'cell' };
  return {
    id: 'cell',
    menu: [
      {
        id: 'adjacent-cells',
        label: adjacentCells ? words.hideAdjacent : words.showAdjacent,
        disabled: !layer || !mayShowAdjacent,
        reason: mayShowAdjacent ? undefined : words.tooManyAtoms(atoms, adjacentCellsAtomLimit),
        run: () => change({ adjacentCells: !adjacentCells }),
      },
      {
        id: 'closest-cell',
        label: closestCell ? words.hideClosest : words.showClosest,
        disabled: !layer,
        run: () => change({ closestCell: !closestCell }),
      },
    ],
  };
}
