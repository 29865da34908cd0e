import type { Molecule } from '@cuvette/core/entities';
import type { CalculationContent } from '@cuvette/core/workflows';
import { lazy, type ReactNode, Suspense } from 'react';
import type { CalculationTabProps } from './calculation-tab.ts';
import { ChargeTab, SpinDensityTab } from './charge.tsx';
import { DipoleTab } from './dipole.tsx';
import { FrequenciesTab } from './frequencies.tsx';
import { InfraredTab } from './infrared.tsx';
import { OptimizeTab } from './optimize.tsx';
import { OverviewTab } from './overview.tsx';
import { ThermochemistryTab } from './thermochemistry.tsx';

// Few calculations have excited states: their spectra come when they are shown.
const ExcitedStatesTab = lazy(async () => ({ default: (await import('./excited-states.tsx')).ExcitedStatesTab }));

export interface ContentProps extends CalculationTabProps {
  trajectory: readonly Molecule[];
  frame: number;
}

const contents: Record<CalculationContent, (content: ContentProps) => ReactNode> = {
  optimize: ({ trajectory, summary, frame, session }) => (
    <OptimizeTab trajectory={trajectory} summary={summary} frame={frame} onFrame={session.setFrame} />
  ),
  overview: (content) => <OverviewTab {...content} steps={content.trajectory.length} />,
  charge: (content) => <ChargeTab {...content} />,
  spin_density: (content) => <SpinDensityTab {...content} />,
  dipole: (content) => <DipoleTab {...content} />,
  frequencies: (content) => <FrequenciesTab {...content} />,
  thermochemistry: (content) => <ThermochemistryTab {...content} />,
  excited_states: (content) => (
    <Suspense fallback={null}>
      <ExcitedStatesTab {...content} />
    </Suspense>
  ),
  ir: (content) => <InfraredTab {...content} />,
};

/** What one tab of a calculation shows. */
export function CalculationContents({ content, ...props }: ContentProps & { content: CalculationContent }) {
  return contents[content](props);
}
