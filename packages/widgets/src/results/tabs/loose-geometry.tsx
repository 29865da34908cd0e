import type { CalculationProvenance } from '@cuvette/core/entities';
import { useWords } from '../../elements/context.tsx';
import { Callout } from '../../ui/states.tsx';

interface LooseGeometryProps {
  record: CalculationProvenance['thermochemistry'];
  tightenAddress: string | null;
}

/** Warns of frequencies at a geometry that is not converged tightly, and offers the same calculation with tighter thresholds. */
export function LooseGeometry({ record, tightenAddress }: LooseGeometryProps) {
  const words = useWords().thermochemistry;
  if (!record || record.geometry_converged) return null;
  return (
    <Callout tone="okay">
      <p>{words.notConverged}</p>
      {tightenAddress ? <a href={tightenAddress}>{words.tighten}</a> : null}
    </Callout>
  );
}
