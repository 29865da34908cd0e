import type { WorkflowItem } from '@cuvette/core/entities';
import type { TableData } from '@cuvette/core/tables';
import type { ResultDefinition } from '@cuvette/core/workflows';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { durationText } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { ResultProps } from '../result-props.ts';
import { EnsembleHeading } from './ensemble-heading.tsx';
import { RanHeading, ranInWords } from './ran-heading.tsx';
import { whereItRan } from './where-it-ran.ts';

/** The list of works is large, and few look at it: it comes when the line is opened. */
const Citations = lazy(async () => ({ default: (await import('../tabs/citations.tsx')).Citations }));

interface HowComputedProps extends Pick<ResultProps, 'item' | 'client'> {
  definition: ResultDefinition | null;
  /** The table of weighted structures, whose quantity and level must be shown. */
  ensemble: TableData | undefined;
}

/** How a result was computed, in one quiet line at its foot: level of theory, program and version, time and cores. It opens to the whole of it and the works to cite. */
export function HowComputed({ item, client, definition, ensemble }: HowComputedProps) {
  const words = useWords();
  const [wasOpened, setWasOpened] = useState(false);
  const level = ranInWords(item, words);
  const line = [level, runInWords(item, words)].filter((part) => part !== '').join(' · ');
  if (line === '' && !ensemble) return null;
  return (
    <details className="cv-how" onToggle={() => setWasOpened(true)}>
      <summary>
        <span className="cv-how-line">{line}</span>
        <span className="cv-how-more">{words.parts.howComputed}</span>
      </summary>
      <div className="cv-stack">
        {ensemble ? <EnsembleHeading item={item} client={client} table={ensemble} /> : <RanHeading item={item} />}
        {wasOpened ? (
          <Suspense fallback={<Skeleton height={96} label={words.ui.loading} />}>
            <Citations item={item} definition={definition} summary={null} />
          </Suspense>
        ) : null}
      </div>
    </details>
  );
}

/** Time and cores of a run: "4 s, one core". */
function runInWords({ elapsed, provenance }: WorkflowItem, words: ReturnType<typeof useWords>): string {
  return [elapsed === null ? null : durationText(elapsed, words), whereItRan(provenance, words)]
    .filter((part) => part !== null)
    .join(', ');
}
