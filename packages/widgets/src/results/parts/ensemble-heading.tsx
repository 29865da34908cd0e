import type { TableData } from '@cuvette/core/tables';
import { useWords } from '../../elements/context.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useCalculation } from '../hooks/use-reads.ts';
import { levelOfCalculation, levelsThatRan, requestedLevel } from '../provenance-text.ts';
import type { ResultProps } from '../result-props.ts';
import { RanLine } from './ran-line.tsx';

/** Shows what the numbers of the table are: quantity and the level of theory that ran. */
export function EnsembleHeading({ item, client, table }: Pick<ResultProps, 'item' | 'client'> & { table: TableData }) {
  const words = useWords();
  const first = table.structures.find((id) => id !== null) ?? null;
  const summary = useCalculation(client, item, first);
  if (table.length === 0) return null;
  const quantity = item.provenance?.ensemble?.quantity ?? 'E';
  const provenance = summary?.provenance ?? null;
  const stages = item.provenance?.stages ?? [];
  const made = stages.find(
    ({ name, method, engine }) => method === 'etkdg' || engine === 'crest' || name.startsWith('Monte Carlo'),
  );
  const changed = provenance && provenance.requested.method !== provenance.ran.method;
  return (
    <div>
      {summary ? (
        <p className="cv-heading">
          {words.conformers.ran(words.conformers.quantity(quantity), levelOfCalculation(summary, words))}
        </p>
      ) : (
        <Skeleton height={20} width="60%" />
      )}
      <RanLine item={item} spelled={levelsThatRan(stages).spelled} />
      {made ? <p className="cv-quiet cv-small">{words.conformers.madeBy(words.ui.term(made.name))}</p> : null}
      {changed ? <p className="cv-small">{words.conformers.requested(requestedLevel(provenance, words))}</p> : null}
    </div>
  );
}
