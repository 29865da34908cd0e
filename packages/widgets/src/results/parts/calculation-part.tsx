import type { Client } from '@cuvette/core/client';
import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import type { CalculationContent } from '@cuvette/core/workflows';
import { lazy, type ReactNode, Suspense } from 'react';
import { useWords } from '../../elements/context.tsx';
import { unfinishedIn } from '../../ui/item-words.ts';
import { Skeleton } from '../../ui/states.tsx';
import { useCalculation, useMolecules } from '../hooks/use-reads.ts';
import { useSessionState } from '../hooks/use-session.ts';
import type { CalculationTabProps } from '../tabs/calculation-tab.ts';
import { ChargeTab, SpinDensityTab } from '../tabs/charge.tsx';
import { DipoleTab } from '../tabs/dipole.tsx';
import { FrequenciesTab } from '../tabs/frequencies.tsx';
import { InfraredTab } from '../tabs/infrared.tsx';
import { OptimizeTab } from '../tabs/optimize.tsx';
import { OverviewTab } from '../tabs/overview.tsx';
import { ThermochemistryTab } from '../tabs/thermochemistry.tsx';

// Few calculations have excited states: their spectra come when they are shown.
const ExcitedStatesTab = lazy(async () => ({ default: (await import('../tabs/excited-states.tsx')).ExcitedStatesTab }));

interface Content extends CalculationTabProps {
  trajectory: readonly Molecule[];
  frame: number;
}

const contents: Record<CalculationContent, (content: Content) => ReactNode> = {
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

export interface CalculationPartProps {
  item: WorkflowItem;
  client: Client;
  session: Session;
  /** Path of the type's pages, where the same can be submitted with tighter thresholds. */
  path: string;
  content: CalculationContent;
  calculation: string | null;
}

/** Shows what one calculation of an item shows in one of its tabs. */
export function CalculationPart({ item, client, session, path, content, calculation }: CalculationPartProps) {
  const words = useWords();
  const { molecules, failed } = useMolecules(client, item, calculation, { frequencies: true });
  const summary = useCalculation(client, item, calculation);
  const { frame } = useSessionState(session);
  const sentence = unfinishedIn(words, item);
  const molecule = molecules?.at(-1);
  if (calculation === null) return <p className="cv-quiet">{sentence ?? words.calculation.noResult}</p>;
  if (!molecule) {
    if (failed || molecules !== null) return <p className="cv-quiet">{sentence ?? words.calculation.failed}</p>;
    return <Skeleton height={240} label={words.calculation.loading} />;
  }
  return contents[content]({
    name: item.name,
    molecule,
    summary,
    session,
    sentence,
    tightenAddress: client.kind === 'owner' ? `${client.origin}/new${path}?from=${item.uuid}&mode=meticulous` : null,
    trajectory: molecules ?? [],
    frame: Math.min(frame ?? Number.POSITIVE_INFINITY, (molecules?.length ?? 1) - 1),
  });
}
