import type { Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import type { CalculationContent, ResultDefinition } from '@cuvette/core/workflows';
import { lazy, Suspense, useEffect } from 'react';
import { useWords } from '../../elements/context.tsx';
import { unfinishedIn } from '../../ui/item-words.ts';
import { Skeleton } from '../../ui/states.tsx';
import { useCalculation, useMolecules } from '../hooks/use-reads.ts';
import { useSessionState } from '../hooks/use-session.ts';

const load = () => import('../tabs/calculation-contents.tsx');
// A script of its own: most results show no calculation as a whole.
const CalculationContents = lazy(async () => ({ default: (await load()).CalculationContents }));

export interface CalculationPartProps {
  item: WorkflowItem;
  client: Client;
  session: Session;
  /** Of the item's type, whose form takes the same with tighter thresholds. */
  definition: ResultDefinition;
  content: CalculationContent;
  calculation: string | null;
}

/** Shows what one calculation of an item shows in one of its tabs. */
export function CalculationPart({ item, client, session, definition, content, calculation }: CalculationPartProps) {
  const words = useWords();
  const { molecules, failed } = useMolecules(client, item, calculation, { frequencies: true });
  const summary = useCalculation(client, item, calculation);
  const { frame } = useSessionState(session);
  const sentence = unfinishedIn(words, item);
  // Beside the read of the calculation, not after it.
  useEffect(() => void load().catch(() => undefined), []);
  const molecule = molecules?.at(-1);
  if (calculation === null) return <p className="cv-quiet">{sentence ?? words.calculation.noResult}</p>;
  if (!molecule) {
    if (failed || molecules !== null) return <p className="cv-quiet">{sentence ?? words.calculation.failed}</p>;
    return <Skeleton height={240} label={words.calculation.loading} />;
  }
  return (
    <Suspense fallback={<Skeleton height={240} label={words.calculation.loading} />}>
      <CalculationContents
        content={content}
        item={item}
        client={client}
        definition={definition}
        name={item.name}
        molecule={molecule}
        summary={summary}
        session={session}
        sentence={sentence}
        tightenAddress={
          client.kind === 'owner' ? `${client.origin}/new${definition.path}?from=${item.uuid}&mode=meticulous` : null
        }
        trajectory={molecules ?? []}
        frame={Math.min(frame ?? Number.POSITIVE_INFINITY, (molecules?.length ?? 1) - 1)}
      />
    </Suspense>
  );
}
