import type { WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import { formatNumber, inEnergyUnit, type NumberColumn, type TableData } from '@cuvette/core/tables';
import type { ResultDefinition } from '@cuvette/core/workflows';
import { headlineOf } from '@cuvette/core/workflows/items/headline-of';
import { useMemo, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { FramePlot } from '../plot/frame-plot.tsx';
import { unfinishedIn } from '../ui/item-words.ts';
import type { Words } from '../words.ts';
import { dynamicsWords } from './dynamics-words.ts';
import { useEnergyUnit } from './energy-unit.ts';
import { EnergyUnitChoice } from './energy-unit-choice.tsx';
import { GenericResult } from './generic.tsx';
import { useSessionState } from './hooks/use-session.ts';
import { useSheet } from './hooks/use-sheet.ts';
import { FactsPart } from './parts/facts-part.tsx';
import { FailedPieces } from './parts/failed-pieces.tsx';
import { PlotPart } from './parts/plot-part.tsx';
import { TablePart } from './parts/table-part.tsx';
import { ResultLayout } from './result-layout.tsx';
import type { ResultProps } from './result-props.ts';
import css from './standard.css?inline';
import { Section } from './tabs/sheet.tsx';

addEnglish({ dynamics: dynamicsWords });

const radialPlot = {
  kind: 'plot',
  table: 'radial_distribution',
  mark: 'line',
  x: 'distance',
  y: 'radial',
  series: 'pair',
} as const;

/** Molecular dynamics on the energies of one method: the saved frames in the player, and what was recorded of each against time. */
export function MolecularDynamicsResult(props: ResultProps) {
  const { item, definition, session } = props;
  useSheet(css);
  const words = useWords();
  const unit = useEnergyUnit();
  const tables = useMemo(
    () => (definition?.tables(item, new Map()) ?? []).map((each) => inEnergyUnit(each, unit)),
    [definition, item, unit],
  );
  const facts = useMemo(() => (definition ? factsBesideHeadline(definition, item) : []), [definition, item]);
  const [table, radial] = tables;
  if (!definition || !table) return <GenericResult {...props} />;
  const content = () => (
    <div className="cv-stack">
      <FailedPieces item={item} />
      <FactsPart facts={facts} unit={unit} />
      <EnergyUnitChoice unit={unit} />
      <RecordedPlot table={table} session={session} />
      <TablePart table={table} name={item.name} session={session} sentence={unfinishedIn(words, item)} />
      {radial ? (
        <Section title={words.ui.term(radial.title)}>
          <PlotPart part={radialPlot} table={radial} session={session} />
        </Section>
      ) : null}
    </div>
  );
  const tabs = definition.tabs(item, new Map()).filter(({ id }) => id === 'frames');
  return <ResultLayout {...props} tabs={tabs.map((tab) => ({ ...tab, content }))} />;
}

/** The named values without what the headline says already: the mean temperature, and the notes of its values. */
function factsBesideHeadline(definition: ResultDefinition, item: WorkflowItem) {
  const quoted = headlineOf(definition, item, new Map()).values.map(({ path }) => path);
  return definition
    .values(item, new Map())
    .filter(({ value, path }) => value !== null && path !== 'mean_temperature')
    .map((fact) => (quoted.includes(fact.path) ? { ...fact, note: null } : fact));
}

const isRecorded = (column: TableData['columns'][number]): column is NumberColumn =>
  column.kind === 'number' && column.id !== 'frame' && column.id !== 'time';

/** One recorded quantity of the frames against time, as a person chooses it. */
function RecordedPlot({ table, session }: { table: TableData; session: Session }) {
  const words = useWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const quantities = table.columns.filter(isRecorded);
  const quantity = quantities.find(({ id }) => id === chosen) ?? quantities[0];
  const time = table.columns.find(({ id }) => id === 'time');
  if (!quantity || time?.kind !== 'number' || table.length < 2) return null;
  return (
    <div className="cv-stack">
      <label className="cv-trajectory-field">
        <span>{words.dynamics.quantity}</span>
        <select value={quantity.id} onChange={(event) => setChosen(event.target.value)}>
          {quantities.map((column) => (
            <option key={column.id} value={column.id}>
              {titleOf(column, words)}
            </option>
          ))}
        </select>
      </label>
      <QuantityPlot quantity={quantity} time={time} structures={table.structures} session={session} />
    </div>
  );
}

function titleOf({ title, unit }: NumberColumn, { ui }: Words): string {
  return unit ? `${ui.term(title)} (${ui.term(unit)})` : ui.term(title);
}

interface QuantityPlotProps {
  quantity: NumberColumn;
  time: NumberColumn;
  /** Structure of each frame. */
  structures: readonly (string | null)[];
  session: Session;
}

/** The curve with the frame whose structure is shown as its cursor. */
function QuantityPlot({ quantity, time, structures, session }: QuantityPlotProps) {
  const words = useWords();
  const { structure } = useSessionState(session);
  const series = useMemo(() => [{ id: quantity.id, name: '', values: quantity.values }], [quantity]);
  const at = structure === null ? -1 : structures.indexOf(structure);
  const known = quantity.values.filter(Number.isFinite);
  const write = (value: number) => formatNumber(value, quantity.precision);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const title = titleOf(quantity, words);
  return (
    <FramePlot
      series={series}
      x={time.values}
      axes={{ x: titleOf(time, words), y: title }}
      label={words.dynamics.quantityLabel(title, structures.length, write(low), write(high))}
      frame={at < 0 ? null : at}
      onPick={(frame) => {
        const id = structures[frame];
        if (id) session.activate(id);
      }}
    />
  );
}
