import {
  againstElectrodeInTable,
  formatNumber,
  formatSigned,
  inEnergyUnit,
  isEnergyColumn,
  type TableData,
} from '@cuvette/core/tables';
import { type StandardTab, standardTabs, type TabPart as TabPartWord } from '@cuvette/core/workflows';
import { useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { unfinishedIn } from '../ui/item-words.ts';
import { Note } from '../ui/note.tsx';
import { localNumber } from '../ui/numbers.ts';
import { useEnergyUnit } from './energy-unit.ts';
import { EnergyUnitChoice } from './energy-unit-choice.tsx';
import { GenericResult } from './generic.tsx';
import { useItemMolecules } from './hooks/use-item-molecules.ts';
import { useSessionState } from './hooks/use-session.ts';
import { useSheet } from './hooks/use-sheet.ts';
import type { PanelProps } from './panels/panel-props.ts';
import { EnsembleHeading } from './parts/ensemble-heading.tsx';
import { FailedPieces } from './parts/failed-pieces.tsx';
import { RanHeading } from './parts/ran-heading.tsx';
import { notesWithoutNumber } from './parts/tab-notes.ts';
import { TabPart } from './parts/tab-part.tsx';
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
  const result = { item, client, session, definition, tables, molecules, unit };
  const content = (tab: StandardTab, index: number) => (
    <div className="cv-stack">
      {index === 0 ? <FirstHeading result={result} tab={tab} ensemble={ensemble} /> : null}
      {hasEnergies(tab, asStored) ? <EnergyUnitChoice unit={unit} /> : null}
      {tab.parts.map((part, place) => (
        <TabPart key={place} part={part} tab={tab} result={result} />
      ))}
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
      tabs={tabs.map((tab, index) => ({
        ...tab,
        mark: tab.ratings ? <TabRating counts={tab.ratings} /> : undefined,
        content: () => content(tab, index),
      }))}
    />
  );
}

/** The head of the first tab: what ran, what failed, and what the numbers suffer from. */
function FirstHeading(props: { result: PanelProps; tab: StandardTab; ensemble: TableData | undefined }) {
  const { result, tab, ensemble } = props;
  const { item, client } = result;
  return (
    <>
      {ensemble ? <EnsembleHeading item={item} client={client} table={ensemble} /> : <RanHeading item={item} />}
      <FailedPieces item={item} />
      {notesWithoutNumber(tab, result).map((text) => (
        <Note key={text} text={text} />
      ))}
    </>
  );
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
