import { inEnglish } from '@cuvette/core/phrases';
import type { TableData } from '@cuvette/core/tables';
import type { StandardTab, TabPart as TabPartWord } from '@cuvette/core/workflows';
import type { ReactNode } from 'react';
import { useWords } from '../../elements/context.tsx';
import { unfinishedIn } from '../../ui/item-words.ts';
import { Callout } from '../../ui/states.tsx';
import { PanelPart } from '../panels/panel-part.tsx';
import type { PanelProps } from '../panels/panel-props.ts';
import { AtomsPart } from './atoms-part.tsx';
import { CalculationPart } from './calculation-part.tsx';
import { FactsPart } from './facts-part.tsx';
import { OverlayPart } from './overlay-part.tsx';
import { PlotPart } from './plot-part.tsx';
import { notesOfFacts } from './tab-notes.ts';
import { TablePart } from './table-part.tsx';

type Kind = TabPartWord['kind'];
type Word<K extends Kind = Kind> = { [P in K]: Extract<TabPartWord, { kind: P }> & { kind: P } }[K];

/** What the parts of a tab draw from: the result, and the tab itself. */
interface Scene {
  result: PanelProps;
  tab: StandardTab;
}

/** What draws each part, by its word. */
const drawings: { readonly [K in Kind]: (part: Word<K>, scene: Scene) => ReactNode } = {
  callout: (part) => <CalloutPart {...part} />,
  facts: ({ facts }, { result }) => <FactsPart facts={facts} unit={result.unit} />,
  panel: ({ panel }, { result }) => <PanelPart panel={panel} {...result} />,
  calculation: ({ content, calculation }, { result: { item, client, session, definition } }) => (
    <CalculationPart {...{ item, client, session, definition, content, calculation }} />
  ),
  overlay: (part, { result }) => <OverlayPart part={part} session={result.session} />,
  plot: (part, scene) => {
    const table = tableOf(part.table, scene);
    return table && <PlotPart part={part} table={table} session={scene.result.session} />;
  },
  atoms: (part, scene) => {
    const table = tableOf(part.table, scene);
    return table && <AtomsPart table={table} column={part.column} session={scene.result.session} />;
  },
  table: (part, scene) => {
    const table = tableOf(part.table, scene);
    return table && <TitledTable table={table} {...scene} />;
  },
};

/** One part of a tab, as its word says. */
export function TabPart<K extends Kind>({ part, ...scene }: Scene & { part: Word<K> }) {
  return drawings[part.kind](part, scene);
}

function CalloutPart({ tone, title, text }: Word<'callout'>) {
  const { term } = useWords().ui;
  return (
    <Callout tone={tone} title={title && term(title)}>
      {term(text)}
    </Callout>
  );
}

/** A table, with its title where its tab shows several. */
function TitledTable({ table, tab, result: { item, session } }: Scene & { table: TableData }) {
  const words = useWords();
  const alone = tab.parts.filter(({ kind }) => kind === 'table').length === 1;
  const title = words.ui.term(table.title);
  const drawn = (
    <TablePart
      table={table}
      name={item.name}
      session={session}
      sentence={unfinishedIn(words, item)}
      heading={alone ? undefined : title}
    />
  );
  return alone ? <div>{drawn}</div> : <section aria-label={title}>{drawn}</section>;
}

/** A table of the result without the notes that the facts of the same tab carry; null where there is none. */
function tableOf(id: string, { result, tab }: Scene): TableData | null {
  const table = result.tables.find((each) => each.id === id) ?? null;
  if (!table?.notes) return table;
  const beside = notesOfFacts(tab).map(inEnglish);
  return { ...table, notes: table.notes.filter((text) => !beside.includes(inEnglish(text))) };
}
