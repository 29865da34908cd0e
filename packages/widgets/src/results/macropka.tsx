import { methodExtension } from '@cuvette/core/methods';
import { type ByPH, formatNumber, type TableData, valueAtPH } from '@cuvette/core/tables';
import {
  type MacropkaResults,
  readMacropkaResults,
  solubilityBelowLimit,
} from '@cuvette/core/workflows/types/macropka/macropka-results';
import { microstateTable } from '@cuvette/core/workflows/types/macropka/macropka-tables';
import { type ReactNode, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { percentText } from '../microstates/microstate-cards.tsx';
import { Microstates } from '../microstates/microstates.tsx';
import { type MicrostatesState, useMicrostates } from '../microstates/use-microstates.ts';
import { PHPlot } from '../plot/ph-plot.tsx';
import { PHSlider } from '../plot/ph-slider.tsx';
import { unfinishedIn } from '../ui/item-words.ts';
import { GenericResult } from './generic.tsx';
import { ResultLayout } from './result-layout.tsx';
import type { ResultProps } from './result-props.ts';
import { StructureTable } from './structure-table.tsx';
import { Section } from './tabs/sheet.tsx';

/** Protonation states of a molecule: its microstates by pH, macroscopic pKa values, and what follows from them. All tabs are at the same pH. */
export function MacropkaResult(props: ResultProps) {
  const { item, definition, session } = props;
  const words = useWords();
  const data = useMemo(() => readMacropkaResults(item.object_data), [item]);
  const tables = useMemo(
    () => new Map(definition?.tables(item, new Map()).map((table) => [table.id, table])),
    [definition, item],
  );
  const tabs = useMemo(() => definition?.tabs(item, new Map()) ?? [], [definition, item]);
  const drawnSolubility = useMemo(() => (data ? solubilityBelowLimit(data) : []), [data]);
  const state = useMicrostates(data, session);
  const microstates = useMemo(() => (data ? microstateTable(data, state.settled) : null), [data, state.settled]);
  if (!definition || !data) return <GenericResult {...props} />;

  const named = (id: string) => (id === 'microstates' ? microstates : tables.get(id));
  const table = (id: string) => {
    const found = named(id);
    return found ? (
      <StructureTable table={found} name={item.name} session={session} sentence={unfinishedIn(words, item)} />
    ) : null;
  };
  const section = (id: string) => {
    const found = named(id);
    return found ? <Section title={words.ui.term(found.title)}>{table(id)}</Section> : null;
  };
  const contents: Record<string, () => ReactNode> = {
    macroscopic_pka: () => (
      <div className="cv-stack">
        <p className="cv-quiet cv-small">
          {words.microstates.method(methodOf(item.object_data))} {isoelectric(data, tables.get('isoelectric_point'))}
        </p>
        {data.microstates.length > 0 ? <Microstates data={data} state={state} /> : null}
        {followers(data)}
        {section('macroscopic_pka')}
        {section('microstates')}
      </div>
    ),
    logd: () => (
      <ValueByPH
        points={data.logD_by_pH}
        uncertainty={errorOf(tables.get('logd'))}
        table={tables.get('logd')}
        column="logd"
        state={state}
      >
        {table('logd')}
      </ValueByPH>
    ),
    bbb: () => table('bbb'),
    aqueous_solubility: () => (
      <ValueByPH
        points={data.aqueous_solubility_by_pH}
        drawn={drawnSolubility}
        uncertainty={data.aqueous_solubility_uncertainty}
        table={tables.get('aqueous_solubility')}
        column="log_s"
        state={state}
      >
        {table('aqueous_solubility')}
      </ValueByPH>
    ),
  };
  /** Returns what else moves with the slider, at its pH. */
  function followers(found: MacropkaResults) {
    const values = [
      { points: found.logD_by_pH, table: tables.get('logd'), id: 'logd' },
      {
        points: found.aqueous_solubility_by_pH,
        drawn: drawnSolubility,
        table: tables.get('aqueous_solubility'),
        id: 'log_s',
      },
    ].flatMap(({ points, drawn, table: of, id }) => {
      const column = of?.columns.find((each) => each.id === id);
      if (points.length === 0 || column?.kind !== 'number') return [];
      const value = writtenAt({ points, drawn, uncertainty: errorOf(of) }, state.settled, column.precision);
      return [words.microstates.valueAt(words.ui.term(column.title), value)];
    });
    return values.length === 0 ? null : (
      <p className="cv-small cv-at-ph">{words.microstates.atPH(state.settled.toFixed(1), values.join(', '))}</p>
    );
  }
  /** In words; why there is none is shown once the item has its microstates. */
  function isoelectric({ isoelectric_point: point, microstates }: MacropkaResults, found: TableData | undefined) {
    if (point !== null) return words.microstates.isoelectric(point.toFixed(2));
    return microstates.length > 0 && found ? words.ui.term(found.empty) : null;
  }
  const weight = state.weights[state.active];
  return (
    <ResultLayout
      {...props}
      caption={weight === undefined ? null : words.microstates.weightAt(percentText(weight), state.settled.toFixed(1))}
      tabs={tabs.flatMap(({ id, title }) => {
        const content = contents[id];
        return content ? [{ id, title, content }] : [];
      })}
    />
  );
}

/** Returns what gave the microstates' energies: the platform's model, or one of the methods of our own by its title. */
function methodOf(data: Readonly<Record<string, unknown>> | null | undefined): string {
  const method = data?.macropka_method;
  return typeof method === 'string' ? (methodExtension('macropka', method)?.title ?? method) : 'Starling';
}

/** Units of a logarithm that its axis spans at least: a value that hardly changes is drawn as one that hardly changes. */
const leastSpan = 2;

function atLeast(span: number, low: number, high: number): readonly [number, number] {
  if (high - low >= span) return [low, high];
  const middle = Math.round((low + high) / 2);
  return [middle - span / 2, middle + span / 2];
}

/** The ± that a table gives for its values; null where it gives none. */
function errorOf(table: TableData | undefined): number | null {
  const column = table?.columns.find(({ id }) => id === 'uncertainty');
  return column?.kind === 'number' ? (column.values.find((value) => Number.isFinite(value)) ?? null) : null;
}

interface Curve {
  points: ByPH<number>;
  /** Points that the line is drawn through, where it ends before the values do. */
  drawn?: ByPH<number> | undefined;
  /** Error of each drawn value, in the unit of the column. */
  uncertainty?: number | null;
}

/** The value at a pH with its ± ("−1.97 ± 1.01"); where the line has ended it is the least that the value can be ("≥ 1.26"). */
function writtenAt({ points, drawn, uncertainty = null }: Curve, pH: number, precision: number): string {
  const write = (value: number | null) => formatNumber(value, precision);
  const at = valueAtPH(points, pH);
  const limit = drawn && drawn.length < points.length ? Math.max(...points.map(([, value]) => value)) : null;
  if (at !== null && limit !== null && at >= limit) return `≥ ${write(at)}`;
  return uncertainty === null || at === null ? write(at) : `${write(at)} ± ${write(uncertainty)}`;
}

interface ValueByPHProps extends Curve {
  table: TableData | undefined;
  /** Column of the table that the points are. */
  column: string;
  state: MicrostatesState;
  children: ReactNode;
}

/** One value against pH with the slider under the same cursor, above its table. */
function ValueByPH({ points, drawn, uncertainty = null, table, column: id, state, children }: ValueByPHProps) {
  const { microstates: words, ui } = useWords();
  const curves = useMemo(() => [{ id, points: drawn ?? points, active: true }], [id, drawn, points]);
  const [low, high] = useMemo(() => {
    const values = points.map(([, value]) => value);
    return [Math.min(...values), Math.max(...values)] as const;
  }, [points]);
  const range = useMemo(() => atLeast(leastSpan, low, high), [low, high]);
  const column = table?.columns.find((each) => each.id === id);
  if (points.length === 0 || column?.kind !== 'number') return children;
  const write = (value: number | null) => formatNumber(value, column.precision);
  const title = ui.term(column.title);
  const name = column.unit ? `${title} (${ui.term(column.unit)})` : title;
  return (
    <div className="cv-stack">
      <div>
        <PHPlot
          curves={curves}
          axis={name}
          range={range}
          label={words.curve(name, write(low), write(high))}
          name={title}
          pH={state.pH}
          onPH={state.setPH}
        />
        <PHSlider pH={state.pH} onPH={state.setPH}>
          {words.valueAt(title, writtenAt({ points, drawn, uncertainty }, state.settled, column.precision))}
        </PHSlider>
      </div>
      {children}
    </div>
  );
}
