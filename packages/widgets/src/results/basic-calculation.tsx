import { type CalculationSummary, type Molecule } from '@cuvette/core/entities';
import { type ReactNode, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { unfinishedIn } from '../ui/item-words.ts';
import { Skeleton } from '../ui/states.tsx';
import { GenericResult } from './generic.tsx';
import { ResultLayout } from './result-layout.tsx';
import type { ResultProps } from './result-props.ts';
import type { CalculationTabProps } from './tabs/calculation-tab.ts';
import { ChargeTab, SpinDensityTab } from './tabs/charge.tsx';
import { DipoleTab } from './tabs/dipole.tsx';
import { FrequenciesTab } from './tabs/frequencies.tsx';
import { InfraredTab } from './tabs/infrared.tsx';
import { OptimizeTab } from './tabs/optimize.tsx';
import { OverviewTab } from './tabs/overview.tsx';
import { ThermochemistryTab } from './tabs/thermochemistry.tsx';
import { useCalculation, useMolecules } from './use-reads.ts';
import { useSessionState } from './use-session.ts';

interface Content extends CalculationTabProps {
  trajectory: readonly Molecule[];
  frame: number;
}

/** One tab of a calculation by its identifier in the catalogue. */
const tabContent: Record<string, (content: Content) => ReactNode> = {
  optimize: ({ trajectory, summary, frame, session }) => (
    <OptimizeTab trajectory={trajectory} summary={summary} frame={frame} onFrame={session.setFrame} />
  ),
  overview: (content) => <OverviewTab {...content} steps={content.trajectory.length} />,
  charge: (content) => <ChargeTab {...content} />,
  spin_density: (content) => <SpinDensityTab {...content} />,
  dipole: (content) => <DipoleTab {...content} />,
  frequencies: (content) => <FrequenciesTab {...content} />,
  thermochemistry: (content) => <ThermochemistryTab {...content} />,
  ir: (content) => <InfraredTab {...content} />,
};

/** Energy, geometry, charges, dipole, frequencies, thermochemistry and IR spectrum of one molecule. */
export function BasicCalculationResult(props: ResultProps) {
  const { item, definition, client, session } = props;
  const uuid = definition?.calculations(item)[0] ?? null;
  const { molecules, failed } = useMolecules(client, item, uuid, { frequencies: true });
  const summary = useCalculation(client, item, uuid);
  const { frame } = useSessionState(session);
  const read = useMemo(() => new Map(uuid && molecules ? [[uuid, molecules] as const] : []), [uuid, molecules]);
  const words = useWords();
  if (!definition) return <GenericResult {...props} />;
  const tabs = definition.tabs(item, read).filter((tab) => tab.id !== 'info');
  if (tabs.length === 0) return <GenericResult {...props} />;
  const draw = tabContent;
  return (
    <ResultLayout
      {...props}
      frequencies
      tabs={tabs.map((tab) => ({
        ...tab,
        content: () => {
          const molecule = molecules?.at(-1);
          if (!molecule) return <NotReadYet {...props} uuid={uuid} failed={failed || molecules !== null} />;
          const content: Content = {
            name: item.name,
            molecule,
            summary: summary as CalculationSummary | null,
            session,
            sentence: unfinishedIn(words, item),
            tightenAddress:
              client.kind === 'owner'
                ? `${client.origin}/new${definition.path}?from=${item.uuid}&mode=meticulous`
                : null,
            trajectory: molecules ?? [],
            frame: Math.min(frame ?? Number.POSITIVE_INFINITY, (molecules?.length ?? 1) - 1),
          };
          return draw[tab.id]?.(content) ?? null;
        },
      }))}
    />
  );
}

/** A tab before its calculation is there: the sentence of an unfinished item, a failed read, or a skeleton. */
function NotReadYet({ item, uuid, failed }: ResultProps & { uuid: string | null; failed: boolean }) {
  const all = useWords();
  const words = all.calculation;
  const sentence = unfinishedIn(all, item);
  if (uuid === null) return <p className="cv-quiet">{sentence ?? words.noResult}</p>;
  if (failed) return <p className="cv-quiet">{sentence ?? words.failed}</p>;
  return <Skeleton height={240} label={words.loading} />;
}
