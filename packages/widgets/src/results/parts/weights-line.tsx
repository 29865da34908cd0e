import type { WorkflowItem } from '@cuvette/core/entities';
import { useWords } from '../../elements/context.tsx';

/** Shows what the weights of a table are made of, beside them: quantity and temperature. */
export function WeightsLine({ item }: { item: WorkflowItem }) {
  const words = useWords();
  const ensemble = item.provenance?.ensemble ?? null;
  return (
    <p className="cv-quiet cv-small">
      {ensemble
        ? words.conformers.weights(ensemble.quantity, String(ensemble.temperature))
        : words.conformers.weightsUnrecorded('298.15')}
    </p>
  );
}
