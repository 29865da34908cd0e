import { inEnglish } from '@cuvette/core/phrases';
import {
  againstElectrodeInTable,
  formatNumber,
  formatSigned,
  inEnergyUnit,
  isEnergyColumn,
  type TableData,
} from '@cuvette/core/tables';
import { type Fact, type StandardTab, standardTabs, type TabPart as TabPartWord } from '@cuvette/core/workflows';
import type { Headline } from '@cuvette/core/workflows/headline';
import { headlineOf } from '@cuvette/core/workflows/items/headline-of';
import { useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { unfinishedIn } from '../ui/item-words.ts';
import { Note } from '../ui/note.tsx';
import { localNumber } from '../ui/numbers.ts';
import { useEnergyUnit } from './energy-unit.ts';
import { EnergyUnitChoice } from './energy-unit-choice.tsx';
import { GenericResult } from './generic.tsx';
import { useFirstMolecules } from './hooks/use-first-molecules.ts';
import { useItemMolecules } from './hooks/use-item-molecules.ts';
import { useSessionState } from './hooks/use-session.ts';
import { useSheet } from './hooks/use-sheet.ts';
import type { PanelProps } from './panels/panel-props.ts';
import { FailedPieces } from './parts/failed-pieces.tsx';
import { notesWithoutNumber } from './parts/tab-notes.ts';
import { TabPart } from './parts/tab-part.tsx';
import { WeightsLine } from './parts/weights-line.tsx';
import { useReferenceElectrode } from './reference-electrode.ts';
import { ResultLayout } from './result-layout.tsx';
import type { ResultProps } from './result-props.ts';
import css from './standard.css?inline';
import { TabRating } from './tab-rating.tsx';

/** The view of a workflow type as its definition draws it: the definition's tabs, each with its tables, facts, plots and callouts. */
export function StandardResult(props: ResultProps) {
  const { item, definition, client, session } = props;
  useSheet(css);
  const words = useWords();
  const { structure } = useSessionState(session);
  const frequencies = useMemo(() => needsFrequencies(definition?.parts(item, new Map()) ?? {}), [definition, item]);
  const molecules = useItemMolecules(client, item, definition, { frequencies });
  const settling = useFirstMolecules(client, item, definition, { frequencies });
  const unit = useEnergyUnit();
  const asStored = useMemo(() => definition?.tables(item, molecules) ?? [], [definition, item, molecules]);
  const electrode = useReferenceElectrode();
  const tables = useMemo(
    () => asStored.map((table) => againstElectrodeInTable(inEnergyUnit(table, unit), electrode)),
    [asStored, unit, electrode],
  );
  const tabs = useMemo(
    () => (definition ? standardTabs(definition, item, tables, molecules) : []),
    [definition, item, tables, molecules],
  );
  if (!definition || tabs.length === 0) return <GenericResult {...props} />;
  const relative = relativeEnergyOf(tables, structure);
  const ensemble = tables.find(isEnsemble);
  const headline = headlineOf(definition, item, molecules);
  const quoted = new Set(headline.values.flatMap(({ note }) => note ?? []).map(inEnglish));
  const result = { item, client, session, definition, tables, molecules, unit };
  const content = (tab: StandardTab, index: number) => (
    <div className="cv-stack">
      {index === 0 ? <FirstHeading result={result} tab={tab} quoted={quoted} /> : null}
      {hasEnergies(tab, asStored) ? <EnergyUnitChoice unit={unit} /> : null}
      {tab.parts
        .map((given) => withoutQuoted(given, headline))
        .map((part, place) => (
          <TabPart key={place} part={part} tab={tab} result={result} />
        ))}
      {tab.parts.some((part) => part.kind === 'table' && part.table === ensemble?.id) ? (
        <WeightsLine item={item} />
      ) : null}
      {tab.parts.length === 0 ? (
        <p className="cv-quiet">{unfinishedIn(words, item) ?? words.calculation.noResult}</p>
      ) : null}
    </div>
  );
  return (
    <ResultLayout
      {...props}
      caption={relative === null ? null : `${localNumber(words, relative)} ${unit}`}
      frequencies={frequencies}
      withoutWarnings={ensemble !== undefined}
      ensemble={ensemble}
      settling={settling}
      tabs={tabs.map((tab, index) => ({
        ...tab,
        mark: tab.ratings ? <TabRating counts={tab.ratings} /> : undefined,
        content: () => content(tab, index),
      }))}
    />
  );
}

/** The head of the first tab: what failed, and what the numbers suffer from that the headline does not say. */
function FirstHeading({ result, tab, quoted }: { result: PanelProps; tab: StandardTab; quoted: ReadonlySet<string> }) {
  return (
    <>
      <FailedPieces item={result.item} />
      {notesWithoutNumber(tab, result)
        .filter((text) => !quoted.has(inEnglish(text)))
        .map((text) => (
          <Note key={inEnglish(text)} text={text} />
        ))}
    </>
  );
}

/** A part without the facts that the headline says already, with all that belongs to them. */
function withoutQuoted(part: TabPartWord, { values }: Headline): TabPartWord {
  if (part.kind !== 'facts') return part;
  const remarks = new Set(values.flatMap(({ minor, remark }) => (minor || !remark ? [] : inEnglish(remark))));
  const isQuoted = (fact: Fact) =>
    'path' in fact &&
    values.some(
      ({ path, minor }) => path === fact.path && !(minor && fact.remark && !remarks.has(inEnglish(fact.remark))),
    );
  return { ...part, facts: part.facts.filter((fact) => !isQuoted(fact)) };
}

/** Whether a tab shows relative energies, whose unit a person can choose. */
function hasEnergies({ parts }: StandardTab, tables: readonly TableData[]): boolean {
  const inTable = (name: string) =>
    tables.some(({ id, length, columns }) => id === name && length > 0 && columns.some(isEnergyColumn));
  return parts.some(
    (part) =>
      ('table' in part && inTable(part.table)) ||
      (part.kind === 'facts' && part.facts.some((fact) => 'unit' in fact && fact.unit === 'kcal/mol')),
  );
}

/** Whether tabs show calculations whole, with their vibrations, or the vibration of a saddle point. */
function needsFrequencies(parts: Readonly<Record<string, readonly TabPartWord[]>>): boolean {
  return Object.values(parts)
    .flat()
    .some((part) => part.kind === 'calculation' || (part.kind === 'panel' && part.panel === 'path'));
}

/** A table of weighted structures: an ensemble, whose quantity and temperature are named. */
function isEnsemble({ columns, structures }: TableData): boolean {
  const ids = columns.map(({ id }) => id);
  return ids.includes('weight') && ids.includes('relative_energy') && structures.some((id) => id !== null);
}

/** The relative energy of the active structure as text, from the first table that has one for it. */
function relativeEnergyOf(tables: readonly TableData[], structure: string | null): string | null {
  if (structure === null) return null;
  for (const { columns, structures } of tables) {
    const column = columns.find(({ id }) => id === 'relative_energy');
    const row = structures.indexOf(structure);
    const value = column?.kind === 'number' && row >= 0 ? column.values[row] : undefined;
    if (value !== undefined && Number.isFinite(value)) return formatSigned(value, 2) || formatNumber(0, 2);
  }
  return null;
}
