import { boundOf, columnHeading } from '@cuvette/core/tables';
import { useWords } from '../elements/context.tsx';
import { Button } from '../ui/button.tsx';
import type { FilterProps } from './filters.tsx';

/** The filters that are set, always in sight, so that nobody takes a part of the rows for all. */
export function FilterPanel({ table, filters, words }: FilterProps) {
  return (
    <div className="cv-filters" role="group" aria-label={words.filters}>
      {filters.list.map((filter) => {
        const column = table.columns.find(({ id }) => id === filter.column);
        if (!column) return null;
        const name = columnHeading(column);
        return (
          <div key={filter.column} className="cv-filter">
            <span className="cv-filter-name">{name}</span>
            {filter.kind === 'range' ? (
              <>
                <Bound
                  label={words.minimum(name)}
                  hint={words.from}
                  value={filter.minimum}
                  problem={words.notNumber}
                  onChange={(minimum) => filters.change(filter, { minimum })}
                />
                <span aria-hidden="true">–</span>
                <Bound
                  label={words.maximum(name)}
                  hint={words.to}
                  value={filter.maximum}
                  problem={words.notNumber}
                  onChange={(maximum) => filters.change(filter, { maximum })}
                />
              </>
            ) : (
              <input
                type="text"
                aria-label={words.contains(name)}
                placeholder={words.part}
                value={filter.contains}
                onChange={(event) => filters.change(filter, { contains: event.target.value })}
              />
            )}
            <Button
              kind="quiet"
              dense
              icon="cross"
              iconOnly
              label={words.removeFilter(name)}
              onClick={() => filters.remove(filter.column)}
            />
          </div>
        );
      })}
      <Button kind="quiet" dense label={words.clearFilters} onClick={filters.clear} />
    </div>
  );
}

interface BoundProps {
  label: string;
  hint: string;
  value: string;
  problem: string;
  onChange: (value: string) => void;
}

/** One end of a range. What is not a number keeps no row out, and says so. */
function Bound({ label, hint, value, problem, onChange }: BoundProps) {
  const { decimal } = useWords().ui;
  const ignored = value.trim() !== '' && boundOf(value) === null;
  return (
    <span className="cv-bound">
      <input
        type="text"
        inputMode="decimal"
        aria-label={ignored ? `${label}. ${problem}` : label}
        aria-invalid={ignored || undefined}
        placeholder={hint}
        value={value.replace('.', decimal)}
        onChange={(event) => onChange(event.target.value.replace(decimal, '.'))}
      />
      {ignored ? <span className="cv-bound-problem">{problem}</span> : null}
    </span>
  );
}
