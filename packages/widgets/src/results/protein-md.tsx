import type { Session } from '@cuvette/core/session';
import { formatNumber, type NumberColumn, type TableData } from '@cuvette/core/tables';
import { type Player, type PlayerState, trajectoriesOf } from '@cuvette/core/trajectory';
import type { ResultDefinition, StandardTab } from '@cuvette/core/workflows';
import { standardTabs } from '@cuvette/core/workflows';
import { type ProteinMdResults, readProteinMd } from '@cuvette/core/workflows/types/protein_md/protein-md-results';
import { type ReactNode, useMemo, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { FramePlot } from '../plot/frame-plot.tsx';
import { Table } from '../table/table.tsx';
import { PlayedTrajectory } from '../trajectory/trajectory-player.tsx';
import { useMovedStructure } from '../trajectory/use-moved-structure.tsx';
import { usePlayer } from '../trajectory/use-player.ts';
import { useStreams } from '../trajectory/use-streams.ts';
import { unfinishedIn } from '../ui/item-words.ts';
import type { Words } from '../words.ts';
import css from './dynamics.css?inline';
import { dynamicsWords } from './dynamics-words.ts';
import { useEnergyUnit } from './energy-unit.ts';
import { FrameNotLoaded } from './frame-not-loaded.tsx';
import { FrameTable } from './frame-table.tsx';
import { GenericResult } from './generic.tsx';
import { useSessionState } from './hooks/use-session.ts';
import { useSheet } from './hooks/use-sheet.ts';
import type { PanelProps } from './panels/panel-props.ts';
import { TabPart } from './parts/tab-part.tsx';
import { ResultLayout } from './result-layout.tsx';
import type { ResultProps } from './result-props.ts';
import { Section } from './tabs/sheet.tsx';

addEnglish({ dynamics: dynamicsWords });

/** Molecular dynamics of a protein: the trajectories in the player, what was computed of each frame, fluctuations, contacts and clusters. */
export function ProteinMdResult(props: ResultProps) {
  const { item, definition } = props;
  const data = useMemo(() => readProteinMd(item.object_data), [item.object_data]);
  if (!definition || !data) return <GenericResult {...props} />;
  return <ProteinMd key={item.uuid} {...props} definition={definition} data={data} />;
}

const nothing: never[] = [];
const noMolecules: PanelProps['molecules'] = new Map();

function ProteinMd(props: ResultProps & { definition: ResultDefinition; data: ProteinMdResults }) {
  const { item, definition, client, session, data } = props;
  useSheet(css);
  const words = useWords();
  const unit = useEnergyUnit();
  const streamed = useMemo(() => trajectoriesOf(item.object_data), [item.object_data]);
  const structure = useMovedStructure(client, streamed, '100%');
  const { sources, bonds } = useStreams(client, item.uuid, streamed);
  const { atoms } = structure;
  const moved = { structure: atoms ?? nothing, sources: atoms ? sources : nothing };
  const { player, state } = usePlayer({ ...moved, grows: true, autoload: 'small' });
  // Before anybody chose one it is the player's own.
  const frame = useSessionState(session).frame ?? state?.frame ?? null;
  const tables = useMemo(() => definition.tables(item, noMolecules), [definition, item]);
  const lengths = useMemo(() => data.trajectories.map(({ protein_rmsd }) => protein_rmsd.length), [data]);
  const sentence = unfinishedIn(words, item);
  const result = { item, client, session, definition, tables, molecules: noMolecules, unit };
  const content = (tab: StandardTab): ReactNode =>
    tab.id === 'protein_rmsd' ? (
      <FramesTab name={item.name} {...{ tables, lengths, session, player, state, frame, sentence }} />
    ) : (
      <div className="cv-stack">
        {tab.parts.map((part, place) => (
          <TabPart key={place} part={part} tab={tab} result={result} />
        ))}
      </div>
    );
  return (
    <ResultLayout
      {...props}
      tabs={standardTabs(definition, item, tables).map((tab) => ({ ...tab, content: () => content(tab) }))}
      viewer={
        streamed
          ? (structure.instead ?? (
              <PlayedTrajectory
                structure={moved.structure}
                sources={moved.sources}
                bonds={bonds}
                player={player}
                state={state}
                title={item.name}
                session={session}
              />
            ))
          : undefined
      }
    />
  );
}

interface FramesTabProps {
  name: string;
  tables: readonly TableData[];
  /** Frames of each trajectory; the rows of the table of frames are those of the first one, then of the next. */
  lengths: readonly number[];
  session: Session;
  player: Player | null;
  state: PlayerState | null;
  /** The frame that is shown, 0-based. */
  frame: number | null;
  sentence: string | null;
}

/** A quantity of the frames as a person chooses it, what sums up each trajectory, and the frames of the one that is played. */
function FramesTab({ name, tables, lengths, session, player, state, frame, sentence }: FramesTabProps) {
  const words = useWords();
  const frames = tables.find(({ id }) => id === 'protein_frames');
  const summary = tables.find(({ id }) => id === 'protein_rmsd');
  const chosen = state?.trajectory ?? 0;
  const shown = useMemo(() => (frames ? rowsOf(frames, lengths, chosen) : null), [frames, lengths, chosen]);
  if (!frames || !summary || !shown) return null;
  return (
    <div className="cv-stack">
      <ChosenQuantity table={frames} lengths={lengths} session={session} frame={frame} />
      <FrameNotLoaded session={session} player={player} state={state} />
      <Section title={words.ui.term(summary.title)}>
        <Table
          table={summary}
          name={`${name} ${summary.title}`}
          activeRow={chosen < summary.length ? chosen : null}
          onActiveRow={(row) => player?.choose(row)}
        />
      </Section>
      <Section title={words.dynamics.frames}>
        <FrameTable table={shown} name={`${name} ${shown.title}`} {...{ session, state, frame, sentence }} />
      </Section>
    </div>
  );
}

const startOf = (lengths: readonly number[], trajectory: number) =>
  lengths.slice(0, trajectory).reduce((sum, length) => sum + length, 0);

/** The rows of one trajectory. */
function rowsOf(table: TableData, lengths: readonly number[], trajectory: number): TableData {
  const start = startOf(lengths, trajectory);
  const end = start + (lengths[trajectory] ?? 0);
  const columns = table.columns.map((column) => ({ ...column, values: column.values.slice(start, end) }));
  return {
    ...table,
    length: end - start,
    structures: table.structures.slice(start, end),
    columns: columns as TableData['columns'],
  };
}

const isQuantity = (column: TableData['columns'][number]): column is NumberColumn =>
  column.kind === 'number' && column.id !== 'frame' && column.id !== 'time' && column.values.some(Number.isFinite);

interface QuantityProps {
  lengths: readonly number[];
  session: Session;
  frame: number | null;
}

const titleOf = ({ title, unit }: NumberColumn, { ui }: Words) =>
  unit ? `${ui.term(title)} (${ui.term(unit)})` : ui.term(title);

/** One quantity of the frames, as a person chooses it. */
function ChosenQuantity({ table, ...props }: QuantityProps & { table: TableData }) {
  const words = useWords();
  const [chosen, setChosen] = useState('rmsd');
  const quantities = table.columns.filter(isQuantity);
  const quantity = quantities.find(({ id }) => id === chosen) ?? quantities[0];
  const time = table.columns.find(({ id }) => id === 'time');
  if (!quantity || time?.kind !== 'number' || Math.max(...props.lengths) < 2) return null;
  return (
    <>
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
      <QuantityPlot quantity={quantity} time={time} {...props} />
    </>
  );
}

/** A quantity of all trajectories against time, with the frame that is shown as its cursor. */
function QuantityPlot(props: QuantityProps & { quantity: NumberColumn; time: NumberColumn }) {
  const { quantity, time, lengths, session, frame } = props;
  const words = useWords();
  const series = useMemo(
    () =>
      lengths.map((length, place) => {
        const start = startOf(lengths, place);
        const name = words.trajectory.trajectory(place + 1);
        return { id: String(place), name, values: quantity.values.slice(start, start + length) };
      }),
    [quantity, lengths, words],
  );
  const known = quantity.values.filter(Number.isFinite);
  const write = (value: number) => formatNumber(value, quantity.precision);
  const longest = lengths.indexOf(Math.max(...lengths));
  const start = startOf(lengths, longest);
  return (
    <FramePlot
      series={series}
      x={time.values.slice(start, start + (lengths[longest] ?? 0))}
      axes={{ x: titleOf(time, words), y: titleOf(quantity, words) }}
      label={words.dynamics.quantityLabel(
        titleOf(quantity, words),
        known.length,
        write(known.reduce((a, b) => Math.min(a, b))),
        write(known.reduce((a, b) => Math.max(a, b))),
      )}
      frame={frame}
      onPick={session.setFrame}
    />
  );
}
