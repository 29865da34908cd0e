import type { PanelName } from '@cuvette/core/workflows';
import { type ComponentType, lazy, Suspense } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { PanelProps } from './panel-props.ts';

/** Each panel is a script of its own, loaded when a result shows it. */
const panels: Partial<Record<PanelName, ComponentType<PanelProps>>> = {
  bonds: lazy(async () => ({ default: (await import('./bonds-panel.tsx')).BondsPanel })),
  orbitals: lazy(async () => ({ default: (await import('./orbitals-panel.tsx')).OrbitalsPanel })),
  surfaces: lazy(async () => ({ default: (await import('./surfaces-panel.tsx')).SurfacesPanel })),
  sites: lazy(async () => ({ default: (await import('./sites-panel.tsx')).SitesPanel })),
  admet: lazy(async () => ({ default: (await import('./admet-panel.tsx')).AdmetPanel })),
  alignment: lazy(async () => ({ default: (await import('./alignment-panel.tsx')).AlignmentPanel })),
  path: lazy(async () => ({ default: (await import('./path-panel.tsx')).PathPanel })),
  fasta: lazy(async () => ({ default: (await import('./fasta-panel.tsx')).FastaPanel })),
  poses: lazy(async () => ({ default: (await import('./poses-panel.tsx')).PosesPanel })),
  potentials: lazy(async () => ({ default: (await import('./potentials-panel.tsx')).PotentialsPanel })),
  contacts: lazy(async () => ({ default: (await import('./contacts-panel.tsx')).ContactsPanel })),
};

/** Heights (px) of panels in a pane of the usual width, kept free until they come; 160 for others. */
const heights: Partial<Record<PanelName, number>> = {
  alignment: 479,
  orbitals: 409,
  poses: 76,
  sites: 282,
  contacts: 480,
};

/** A drawing that no other word of a definition says. */
export function PanelPart({ panel, ...props }: PanelProps & { panel: PanelName }) {
  const words = useWords();
  const Panel = panels[panel];
  if (!Panel) return null;
  return (
    <Suspense fallback={<Skeleton height={heights[panel] ?? 160} label={words.ui.loading} />}>
      <Panel {...props} />
    </Suspense>
  );
}
