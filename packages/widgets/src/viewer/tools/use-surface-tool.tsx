import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import type { GridSource } from '../surfaces/grid-source.ts';
import type { View, ViewerTool } from '../viewer-tool.ts';

const SurfaceScene = lazy(async () => ({ default: (await import('../surfaces/surface-scene.tsx')).SurfaceScene }));
const SurfaceControls = lazy(async () => ({
  default: (await import('../surfaces/surface-controls.tsx')).SurfaceControls,
}));
const id = 'surface';

/** Isosurfaces of the grids that are known of a structure. What makes and draws them is loaded with the first one. */
export function useSurfaceTool(view: View, sources: readonly GridSource[], vibrating: boolean): ViewerTool {
  const words = useWords().viewer.surface;
  const [open, setOpen] = useState(false);
  const { renderer, molecule, state, change } = view;
  if (sources.length === 0) return { id };
  return {
    id,
    menu: [{ id: 'surfaces', label: words.open, checked: open, disabled: !renderer, run: () => setOpen(!open) }],
    over: state.surface !== null && renderer && molecule && (
      <Suspense fallback={null}>
        <SurfaceScene
          renderer={renderer}
          atoms={molecule.atoms}
          sources={sources}
          state={state}
          vibrating={vibrating}
        />
      </Suspense>
    ),
    below: open && (
      <Suspense fallback={null}>
        <SurfaceControls sources={sources} state={state} change={change} />
      </Suspense>
    ),
  };
}
