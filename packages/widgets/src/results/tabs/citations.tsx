import type { CalculationSummary, WorkflowItem } from '@cuvette/core/entities';
import type { ResultDefinition } from '@cuvette/core/workflows';
import { type Attribution, attributionsOf } from '@cuvette/core/workflows/citations/attributions';
import { bibliographyOf } from '@cuvette/core/workflows/citations/bibliography';
import type { Citation } from '@cuvette/core/workflows/citations/work';
import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Button } from '../../ui/button.tsx';
import { downloadText, fileNameOf } from '../../ui/download.ts';
import type { Words } from '../../words.ts';
import { Section } from './sheet.tsx';

export interface CitationsProps {
  item: WorkflowItem;
  /** Null for a type that this version does not know: then only what ran is cited. */
  definition: ResultDefinition | null;
  /** The calculation of the structure that the viewer shows. */
  summary: CalculationSummary | null;
}

/** Works to cite, each under the engine or the method that it is for; what must be cited first, background after it. */
export function Citations({ item, definition, summary }: CitationsProps) {
  const words = useWords().info;
  const attributions = useMemo(
    () => attributionsOf(definition, item.object_data, ...whatRan(item, summary)),
    [item, definition, summary],
  );
  const must = ofLevel(attributions, 'must');
  const background = ofLevel(attributions, 'background');
  const download = () => {
    const works = new Map([...must, ...background].flatMap((entry) => entry.works.map((work) => [work.id, work])));
    downloadText(
      fileNameOf(`${item.name}-references`, 'bib', 'references'),
      bibliographyOf([...works.values()]),
      bibtex,
    );
  };
  if (attributions.length === 0) return null;
  return (
    <>
      {must.length > 0 ? (
        <Section title={words.citations}>
          <Works attributions={must} />
        </Section>
      ) : null}
      {background.length > 0 ? (
        <Section title={words.background}>
          <Works attributions={background} />
        </Section>
      ) : null}
      <p>
        <Button label={words.bibtex} dense onClick={download} />
      </p>
    </>
  );
}

const bibtex = 'application/x-bibtex;charset=utf-8';

function Works({ attributions }: { attributions: readonly Attribution[] }) {
  const words = useWords().info;
  return attributions.map((attribution) => {
    const heading = headingOf(attribution, words);
    return (
      <div key={heading} className="cv-attribution">
        <h4>{heading}</h4>
        <ul aria-label={heading}>
          {attribution.works.map((work) => (
            <li key={work.id}>
              {work.text}{' '}
              {work.doi ? (
                <a href={`https://doi.org/${encodeURI(work.doi)}`} target="_blank" rel="noreferrer">
                  {work.doi}
                </a>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function headingOf({ kind, titles }: Attribution, words: Words['info']): string {
  if (kind === 'procedure') return words.citedProcedures;
  return (kind === 'engine' ? words.citedEngine : words.citedMethod)(titles.join(', '));
}

function ofLevel(attributions: readonly Attribution[], level: Citation['level']): Attribution[] {
  return attributions
    .map((entry) => ({ ...entry, works: entry.works.filter((work) => work.level === level) }))
    .filter(({ works }) => works.length > 0);
}

/** Engines and methods, as the stages of the item, its ranking and the calculation shown recorded them. */
function whatRan(
  { provenance }: WorkflowItem,
  summary: CalculationSummary | null,
): [engines: string[], methods: string[]] {
  const stages = provenance?.stages ?? [];
  const ran = summary?.provenance?.ran;
  return [
    [...stages.map(({ engine }) => engine), ran?.engine ?? summary?.engine].filter(isName),
    [...stages.map(({ method }) => method), provenance?.ranking?.ran, ran?.method].filter(isName),
  ];
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
