import type { ViewerState } from '@cuvette/core/session';
import type { AtomValues, ValueRange } from '@cuvette/core/tables';
import { useWords } from '../../elements/context.tsx';
import { Button } from '../../ui/button.tsx';
import { headingOf, mostLabels, plainLabels } from './values.ts';

export interface ValueControlsProps {
  values: readonly AtomValues[];
  state: ViewerState;
  /** Range of the colours that are shown; null while atoms are coloured by element. */
  range: ValueRange | null;
  change: (change: Partial<ViewerState>) => void;
  /** More atoms than labels are drawn for. */
  tooMany: boolean;
}

/** Shows what is beside the atoms, what colours them, and from where to where the colours run. */
export function ValueControls({ values, state, range, change, tooMany }: ValueControlsProps) {
  const words = useWords().viewer.values;
  const coloured = values.find(({ id }) => id === state.colouring);
  const known = (id: string | null) => (values.some((each) => each.id === id) ? (id ?? '') : '');
  const label = plainLabels.find((each) => each === state.labels) ?? known(state.labels);
  return (
    <div className="cv-viewer-strip">
      <label className="cv-viewer-control">
        <span>{words.colours}</span>
        <select
          value={known(state.colouring)}
          onChange={({ target }) => change({ colouring: target.value || null, colourRange: null })}
        >
          <option value="">{words.element}</option>
          <ValueOptions values={values} />
        </select>
      </label>
      {range && coloured && (
        <>
          <RangeEnd name={words.lowest} end={0} range={range} precision={coloured.precision} change={change} />
          <RangeEnd name={words.highest} end={1} range={range} precision={coloured.precision} change={change} />
          <Button
            dense
            label={words.automatic}
            disabled={state.colourRange === null}
            onClick={() => change({ colourRange: null })}
          />
        </>
      )}
      <label className="cv-viewer-control">
        <span>{words.labels}</span>
        <select value={label} disabled={tooMany} onChange={({ target }) => change({ labels: target.value || null })}>
          <option value="">{words.nothing}</option>
          {plainLabels.map((each) => (
            <option key={each} value={each}>
              {words[each]}
            </option>
          ))}
          <ValueOptions values={values} />
        </select>
      </label>
      {tooMany && <span className="cv-quiet">{words.tooMany(mostLabels)}</span>}
    </div>
  );
}

function ValueOptions({ values }: { values: readonly AtomValues[] }) {
  return values.map((each) => (
    <option key={each.id} value={each.id}>
      {headingOf(each)}
    </option>
  ));
}

interface RangeEndProps {
  name: string;
  end: 0 | 1;
  range: ValueRange;
  precision: number;
  change: (change: Partial<ViewerState>) => void;
}

function RangeEnd({ name, end, range, precision, change }: RangeEndProps) {
  return (
    <label className="cv-viewer-control">
      <span>{name}</span>
      <input
        type="number"
        step={10 ** -precision * 10}
        // A field that is being typed in keeps its text: it is made anew only when the range comes from elsewhere.
        key={range[end]}
        defaultValue={Number(range[end].toFixed(precision + 2))}
        onBlur={({ target }) => {
          const value = target.valueAsNumber;
          if (Number.isNaN(value) || value === Number(range[end].toFixed(precision + 2))) return;
          const [low, high] = range;
          change({ colourRange: end === 0 ? [value, Math.max(value, high)] : [Math.min(value, low), value] });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    </label>
  );
}
