import { formatNumber, formatSigned, inEnergyUnit, isEnergyColumn, type TableData } from '@cuvette/core/tables';
import { type StandardTab, standardTabs, type TabPart } from '@cuvette/core/workflows';
import { useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { unfinishedIn } from '../ui/item-words.ts';
import { localNumber } from '../ui/numbers.ts';
import { Callout } from '../ui/states.tsx';
import { useEnergyUnit } from './energy-unit.ts';
import { EnergyUnitChoice } from './energy-unit-choice.tsx';
import { GenericResult } from './generic.tsx';
import { useItemMolecules } from './hooks/use-item-molecules.ts';
import { useSessionState } from './hooks/use-session.ts';
import { useSheet } from './hooks/use-sheet.ts';
import { PanelPart } from './panels/panel-part.tsx';
import { AtomsPart } from './parts/atoms-part.tsx';
import { CalculationPart } from './parts/calculation-part.tsx';
import { EnsembleHeading } from './parts/ensemble-heading.tsx';
import { FactsPart } from './parts/facts-part.tsx';
import { OverlayPart } from './parts/overlay-part.tsx';
import { PlotPart } from './parts/plot-part.tsx';
import { RanHeading } from './parts/ran-heading.tsx';
import { SaidOfPieces } from './parts/said-of-pieces.tsx';
import { TablePart } from './parts/table-part.tsx';
import { ResultLayout } from './result-layout.tsx';
import type { ResultProps } from './result-props.ts';
import css from './standard.css?inline';
import { Section } from './tabs/sheet.tsx';

/** The view of a workflow type as its definition draws it: the definition's tabs, each with its tables, facts, plots and callouts. */
export function StandardResult(props: ResultProps) {
  const { item, definition, client, session } = props;
  useSheet(css);
  const words = useWords();
  const { structure } = useSessionState(session);
  const ofCalculations = useMemo(() => showsCalculations(definition?.parts(item, new Map()) ?? {}), [definition, item]);
  const vibrates = useMemo(() => showsVibrations(definition?.parts(item, new Map()) ?? {}), [definition, item]);
  const frequencies = ofCalculations || vibrates;
  const molecules = useItemMolecules(client, item, definition, { frequencies });
  const unit = useEnergyUnit();
  const asStored = useMemo(() => definition?.tables(item, molecules) ?? [], [definition, item, molecules]);
  const tables = useMemo(() => asStored.map((table) => inEnergyUnit(table, unit)), [asStored, unit]);
  const hasEnergies = ({ parts }: StandardTab) =>
    parts.some(
      (part) =>
        ('table' in part &&
          asStored.some(
            ({ id, length, columns }) => id === part.table && length > 0 && columns.some(isEnergyColumn),
          )) ||
        (part.kind === 'facts' && part.facts.some((fact) => 'unit' in fact && fact.unit === 'kcal/mol')),
    );
  const tabs = useMemo(
    () => (definition ? standardTabs(definition, item, tables, molecules) : []),
    [definition, item, tables, molecules],
  );
  if (!definition || tabs.length === 0) return <GenericResult {...props} />;
  const relative = relativeEnergyOf(tables, structure);
  const caption = relative === null ? null : `${localNumber(words, relative)} ${unit}`;
  const draw = (tab: StandardTab, part: TabPart, place: number) => {
    const table = 'table' in part ? tables.find(({ id }) => id === part.table) : undefined;
    if (part.kind === 'callout') {
      return (
        <Callout key={place} tone={part.tone} title={part.title && words.ui.term(part.title)}>
          {words.ui.term(part.text)}
        </Callout>
      );
    }
    if (part.kind === 'facts') return <FactsPart key={place} facts={part.facts} unit={unit} />;
    if (part.kind === 'panel') {
      const drawn = { item, client, session, definition, tables, molecules, unit };
      return <PanelPart key={place} panel={part.panel} {...drawn} />;
    }
    if (part.kind === 'calculation') {
      return (
        <CalculationPart
          key={place}
          item={item}
          client={client}
          session={session}
          path={definition.path}
          content={part.content}
          calculation={part.calculation}
        />
      );
    }
    if (part.kind === 'overlay') return <OverlayPart key={place} part={part} session={session} />;
    if (!table) return null;
    if (part.kind === 'plot') return <PlotPart key={place} part={part} table={table} session={session} />;
    if (part.kind === 'atoms') return <AtomsPart key={place} table={table} column={part.column} session={session} />;
    const drawn = <TablePart table={table} name={item.name} session={session} sentence={unfinishedIn(words, item)} />;
    const alone = tab.parts.filter(({ kind }) => kind === 'table').length === 1;
    return alone ? (
      <div key={place}>{drawn}</div>
    ) : (
      <Section key={place} title={words.ui.term(table.title)}>
        {drawn}
      </Section>
    );
  };
  const ensemble = tables.find(isEnsemble);
  return (
    <ResultLayout
      {...props}
      caption={caption}
      frequencies={frequencies}
      tabs={tabs.map((tab, index) => ({
        ...tab,
        content: () => (
          <div className="cv-stack">
            {index > 0 ? null : ensemble ? (
              <EnsembleHeading item={item} client={client} table={ensemble} />
            ) : (
              <RanHeading item={item} />
            )}
            {index === 0 ? <SaidOfPieces item={item} failures={ensemble !== undefined} /> : null}
            {hasEnergies(tab) ? <EnergyUnitChoice unit={unit} /> : null}
            {tab.parts.map((part, place) => draw(tab, part, place))}
            {tab.parts.length === 0 ? (
              <p className="cv-quiet">{unfinishedIn(words, item) ?? words.calculation.noResult}</p>
            ) : null}
          </div>
        ),
      }))}
    />
  );
}

/** Whether an item's tabs show calculations whole, with their vibrations. */
function showsCalculations(parts: Readonly<Record<string, readonly TabPart[]>>): boolean {
  return Object.values(parts).some((each) => each.some(({ kind }) => kind === 'calculation'));
}

/** Whether a tab animates the vibration of a saddle point, which is read with the molecules. */
function showsVibrations(parts: Readonly<Record<string, readonly TabPart[]>>): boolean {
  return Object.values(parts).some((each) => each.some((part) => part.kind === 'panel' && part.panel === 'path'));
}

/** A table of weighted structures: an ensemble, whose quantity and temperature must be said. */
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
