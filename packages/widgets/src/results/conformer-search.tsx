import { methodTitle } from '@cuvette/core/methods';
import { formatNumber, formatSigned, type TableData } from '@cuvette/core/tables';
import { useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { WeightsPlot } from '../plot/weights-plot.tsx';
import { unfinishedIn } from '../ui/item-words.ts';
import { localNumber } from '../ui/numbers.ts';
import { Callout, Skeleton } from '../ui/states.tsx';
import { GenericResult } from './generic.tsx';
import { levelOfCalculation, requestedLevel } from './provenance-text.ts';
import { ResultLayout } from './result-layout.tsx';
import type { ResultProps } from './result-props.ts';
import { StructureTable } from './structure-table.tsx';
import { useCalculation } from './use-reads.ts';
import { useSessionState } from './use-session.ts';

/** Conformers of one molecule: their energies and weights, each row linked to its structure in the viewer. */
export function ConformerSearchResult(props: ResultProps) {
  const { item, definition, session } = props;
  const table = useMemo(() => definition?.tables(item, new Map())[0] ?? null, [definition, item]);
  const { structure } = useSessionState(session);
  const words = useWords();
  if (!table) return <GenericResult {...props} />;
  const row = structure === null ? -1 : table.structures.indexOf(structure);
  const relative = numbersOf(table, 'relative_energy');
  const weights = numbersOf(table, 'weight');
  const energy = relative ? formatSigned(relative[row], 2) || formatNumber(0, 2) : '';
  const caption = row < 0 || energy === '' ? null : `${localNumber(words, energy)} kcal/mol`;
  const activate = (index: number) => {
    const id = table.structures[index];
    if (id) session.activate(id);
  };
  return (
    <ResultLayout
      {...props}
      caption={caption}
      tabs={[
        {
          id: 'conformers',
          title: table.title,
          content: () => (
            <div className="cv-stack">
              <EnsembleHeading {...props} table={table} />
              <StructureTable table={table} name={item.name} session={session} sentence={unfinishedIn(words, item)} />
              {weights && table.length > 1 ? <WeightsPlot weights={weights} active={row} onPick={activate} /> : null}
            </div>
          ),
        },
      ]}
    />
  );
}

/** What the numbers of the table are: quantity, the level of theory that ran, temperature of the weights, and what was left out and why. */
function EnsembleHeading({ item, client, table }: ResultProps & { table: TableData }) {
  const words = useWords();
  const first = table.structures.find((id) => id !== null) ?? null;
  const summary = useCalculation(client, item, first);
  if (table.length === 0) return null;
  const ensemble = item.provenance?.ensemble ?? null;
  const ranking = item.provenance?.ranking ?? null;
  const quantity = ensemble?.quantity ?? 'E';
  const provenance = summary?.provenance ?? null;
  const changed = provenance && provenance.requested.method !== provenance.ran.method;
  const excluded = (ensemble?.conformers ?? []).flatMap((member, index) =>
    member.excluded ? [{ number: index + 1, reason: member.excluded }] : [],
  );
  return (
    <>
      <div>
        {summary ? (
          <p className="cv-heading">
            {words.conformers.ran(words.conformers.quantity(quantity), levelOfCalculation(summary, words))}
          </p>
        ) : (
          <Skeleton height={20} width="60%" />
        )}
        {changed ? <p className="cv-small">{words.conformers.requested(requestedLevel(provenance, words))}</p> : null}
        <p className="cv-quiet cv-small">
          {ensemble
            ? words.conformers.weights(quantity, String(ensemble.temperature))
            : words.conformers.weightsUnrecorded('298.15')}
        </p>
      </div>
      {ranking?.requested && ranking.requested !== ranking.ran ? (
        <Callout tone="okay">
          {words.conformers.ranking(methodTitle(ranking.ran), methodTitle(ranking.requested), ranking.reason ?? '')}
        </Callout>
      ) : null}
      {excluded.length > 0 ? (
        <Callout tone="okay" title={words.conformers.leftOut(excluded.length)}>
          <ul>
            {excluded.map(({ number, reason }) => (
              <li key={number}>{words.conformers.leftOutOne(number, reason)}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </>
  );
}

function numbersOf(table: TableData, id: string): Float64Array | null {
  const column = table.columns.find((candidate) => candidate.id === id);
  return column?.kind === 'number' ? column.values : null;
}
