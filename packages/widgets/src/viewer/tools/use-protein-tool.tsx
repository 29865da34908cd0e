import type { ProteinView } from '@cuvette/core/session';
import type { Mark } from '@cuvette/core/workflows';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import type { ProteinLayer, ProteinLayerOptions } from '../layers/protein-layer.ts';
import type { SurfaceProgress } from '../layers/protein-surface.ts';
import type { Renderer } from '../renderer.ts';
import type { View, ViewerTool } from '../viewer-tool.ts';

type Drawing = Awaited<ReturnType<typeof loadDrawing>>;

const loadDrawing = async () => {
  const [{ proteinLayer }, { bondedResidues, focusAtoms, proteinPainter }] = await Promise.all([
    import('../layers/protein-layer.ts'),
    import('../protein/protein-painter.ts'),
  ]);
  return { proteinLayer, bondedResidues, focusAtoms, proteinPainter };
};
const ConfidenceScale = lazy(async () => ({
  default: (await import('../protein/confidence-scale.tsx')).ConfidenceScale,
}));
const ProteinDialog = lazy(async () => ({ default: (await import('../protein/protein-dialog.tsx')).ProteinDialog }));

/** Draws chains, ligands and waters of a macromolecule as the view asks, with the residues that hydrogen bonds among the marks lead to, and the dialog in which that is chosen. */
export function useProteinTool(
  { renderer, molecule, state, change, selected }: View,
  marks: readonly Mark[],
): ViewerTool {
  const words = useWords().viewer.protein;
  const structure = molecule?.macromolecule ?? null;
  const view = state.protein;
  const [open, setOpen] = useState(false);
  const [surface, setSurface] = useState<SurfaceProgress>('none');
  const held = useDrawing(structure ? renderer : null, setSurface);

  useEffect(() => {
    if (!held || !structure) return;
    held.renderer.setPainter(held.proteinPainter(structure, view, held.bondedResidues(structure, marks)));
    held.layer.set(structure, view);
  }, [held, structure, view, marks]);
  useEffect(() => held?.layer.select(structure ? selected : []), [held, structure, selected]);

  const zoom = (to: 'ligand' | 'pocket' | 'all') => {
    if (!held || !structure) return;
    if (to === 'all') return held.renderer.reset();
    held.layer.focus(held.focusAtoms(structure, to === 'pocket'));
  };
  const set = (next: Partial<ProteinView>) => change({ protein: { ...view, ...next } });
  return {
    id: 'protein',
    status: surface === 'computing' ? words.computingSurface : surface === 'failed' ? words.surfaceFailed : null,
    menu: [
      {
        id: 'protein',
        label: words.manage,
        disabled: !structure || !renderer,
        reason: structure ? undefined : words.noProtein,
        run: () => setOpen(true),
      },
    ],
    over:
      structure?.predicted && view.colouring === 'b-factor' ? (
        <Suspense fallback={null}>
          <ConfidenceScale structure={structure} view={view} />
        </Suspense>
      ) : null,
    dialog:
      open && structure ? (
        <Suspense fallback={null}>
          <ProteinDialog
            structure={structure}
            view={view}
            change={set}
            surface={surface}
            onZoom={zoom}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null,
  };
}

type Held = Drawing & { renderer: Renderer; layer: ProteinLayer };

/** Holds the drawing of macromolecules, in the picture for as long as there is one to draw. */
function useDrawing(renderer: Renderer | null, onSurface: ProteinLayerOptions['onSurface']): Held | null {
  const [held, setHeld] = useState<Held | null>(null);
  useEffect(() => {
    if (!renderer) return;
    let gone = false;
    let layer: ProteinLayer | null = null;
    loadDrawing().then(
      (drawing) => {
        if (gone) return;
        layer = renderer.add((scene) => drawing.proteinLayer(scene, { onSurface }));
        setHeld({ ...drawing, renderer, layer });
      },
      (error: unknown) => {
        console.error(error);
        // Without what draws chains the atoms are drawn as any others.
        if (!gone) renderer.setPainter(null);
      },
    );
    return () => {
      gone = true;
      layer?.dispose();
      renderer.setPainter(null);
      setHeld(null);
    };
  }, [renderer, onSurface]);
  return held && held.renderer === renderer ? held : null;
}
