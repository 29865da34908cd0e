import type { WorkflowItem } from '@cuvette/core/entities';
import { useWords } from '../../elements/context.tsx';
import { durationText } from '../../ui/progress.tsx';
import { whereItRan } from './where-it-ran.ts';

/** The levels of theory as the platform spells them, last first, what the API takes; and the time, the cores (or machines of a cluster) and the host of the run. */
export function RanLine({ item, spelled }: { item: WorkflowItem; spelled: string }) {
  const words = useWords();
  const { host = null } = item.provenance ?? {};
  const run = [
    item.elapsed === null ? null : words.parts.ranFor(durationText(item.elapsed, words)),
    whereItRan(item.provenance, words),
    host ? words.parts.onHost(host) : null,
  ].filter((part) => part !== null);
  if (!spelled && run.length === 0) return null;
  return (
    <p className="cv-quiet cv-small">
      {spelled ? (
        <code className="cv-mono" translate="no">
          {spelled}
        </code>
      ) : null}
      {spelled && run.length > 0 ? ', ' : null}
      {run.join(', ')}
    </p>
  );
}
