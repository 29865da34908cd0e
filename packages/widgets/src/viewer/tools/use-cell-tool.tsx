import { adjacentCellsAtomLimit, mayShowAdjacentCells } from '@cuvette/core/entities';
import type { ViewerState } from '@cuvette/core/session';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import type { CellLayer } from '../layers/cell-layer.ts';
import type { View, ViewerTool } from '../viewer-tool.ts';
import { useLayer } from './use-layer.ts';

const loadLayer = async () => (await import('../layers/cell-layer.ts')).cellLayer;

/** The box of a periodic structure, copies of its atoms in the cells around and in its own, and the cell menu that shows and hides these. */
export function useCellTool({ renderer, molecule, state, change }: View): ViewerTool {
  const words = useWords().viewer.cell;
  const cell = molecule?.cell ?? null;
  const atoms = molecule?.atoms.length ?? 0;
  const mayShowAdjacent = mayShowAdjacentCells(atoms);
  const { closestCell } = state;
  const adjacentCells = state.adjacentCells && mayShowAdjacent;
  const layer = useLayer<CellLayer>(cell ? renderer : null, loadLayer);
  const filled = useRef<string | null>(null);
  const chosen = useRef(false);
  // More or less is in the picture than before: it is filled anew. A view that somebody chose stays, unless it was they who asked for more.
  const fill = useEffectEvent(() => {
    const shows = JSON.stringify([cell?.lattice_vectors, adjacentCells, closestCell]);
    if (renderer && filled.current !== shows) {
      renderer.fit();
      if (state.camera && chosen.current) change({ camera: renderer.camera() });
      else if (state.camera) renderer.setCamera(state.camera);
    }
    filled.current = shows;
    chosen.current = false;
  });
  useEffect(() => {
    if (!layer || !renderer) return;
    layer.set(cell && molecule ? { cell, adjacent: adjacentCells, closest: closestCell } : null);
    fill();
  }, [layer, renderer, cell, molecule, adjacentCells, closestCell]);
  if (!cell) return { id: 'cell' };
  const show = (next: Partial<ViewerState>) => {
    chosen.current = true;
    change(next);
  };
  const lines: MenuItem[] = [
    {
      id: 'adjacent-cells',
      label: adjacentCells ? words.hideAdjacent : words.showAdjacent,
      disabled: !layer || !mayShowAdjacent,
      reason: mayShowAdjacent ? undefined : words.tooManyAtoms(atoms, adjacentCellsAtomLimit),
      run: () => show({ adjacentCells: !adjacentCells }),
    },
    {
      id: 'closest-cell',
      label: closestCell ? words.hideClosest : words.showClosest,
      disabled: !layer,
      run: () => show({ closestCell: !closestCell }),
    },
  ];
  return { id: 'cell', sign: <Menu label={words.menu} icon="cell" look="sign" groups={[lines]} /> };
}
