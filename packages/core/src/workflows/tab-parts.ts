import type { Text } from '../entities/phrases.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import type { RatingRule } from '../tables/ratings.ts';
import type { TableData } from '../tables/table.ts';
import type { MoleculesByCalculation, NamedValue, ResultDefinition, Tab } from './definition.ts';

/** A named value of a result as a tab shows it: a number with unit, ± and rating, or a text. */
export type Fact =
  | (NamedValue & {
      rating?: RatingRule;
      /** Where the value is among known ones, from 0 to 100, and among which. */
      percentile?: { value: number; among: string };
    })
  | { title: Text; text: Text };

/** What one calculation has to show, by the tabs of a single calculation. */
export type CalculationContent =
  | 'optimize'
  | 'overview'
  | 'charge'
  | 'spin_density'
  | 'dipole'
  | 'frequencies'
  | 'thermochemistry'
  | 'excited_states'
  | 'ir';

/** How a plot draws its values. */
export type PlotMark = 'line' | 'points' | 'bars' | 'heat';

/** A plot of columns of a table, by their ids. The row of the active structure is marked, and a click moves to a row. */
export interface PlotPart {
  kind: 'plot';
  table: string;
  mark: PlotMark;
  x: string;
  y: string;
  /** Colour of a heat map's cells. */
  value?: string;
  /** Beside those of other items the curves less the first one are drawn too: they are energies along the same coordinate. */
  differences?: true;
  /** Text column by which the rows are split into curves. */
  series?: string;
}

/**
 * Drawings that no other word says, by name: bonds with their energies, levels of orbitals, sites of protons, groups of ADMET properties with their percentiles, ends
 * and saddle of a reaction path, an alignment, files of poses and which of them are shown, contacts of a pose, sequences as
 * a file, redox potentials against an electrode.
 */
export type PanelName =
  | 'bonds'
  | 'orbitals'
  | 'surfaces'
  | 'sites'
  | 'admet'
  | 'path'
  | 'alignment'
  | 'poses'
  | 'contacts'
  | 'fasta'
  | 'potentials';

/** One thing that a tab shows. A part whose table or column is not there, or has nothing to draw, is left out. */
export type TabPart =
  | { kind: 'table'; table: string }
  | { kind: 'facts'; title?: string; facts: readonly Fact[] }
  | PlotPart
  | { kind: 'panel'; panel: PanelName }
  /** A switch that lays structures (by their ids) over the one of `shown`. */
  | { kind: 'overlay'; title: string; shown: string; beside: readonly string[] }
  | { kind: 'callout'; tone: 'neutral' | 'good' | 'okay' | 'bad'; title?: Text; text: Text }
  /** A quantity of the atoms, offered to the viewer's colouring. */
  | { kind: 'atoms'; table: string; column: string }
  | { kind: 'calculation'; content: CalculationContent; calculation: string | null };

/** A tab with all that it shows. */
export interface StandardTab extends Tab {
  parts: readonly TabPart[];
}

const noMolecules: MoleculesByCalculation = new Map();

/**
 * The tabs of an item but the info tab, each with its parts. A tab that the definition gives no parts shows the table of its own name; the first
 * one also the type's named values, and every table that no tab shows.
 * @param tables the item's tables, from `definition.tables`
 */
export function standardTabs(
  definition: ResultDefinition,
  item: WorkflowItem,
  tables: readonly TableData[],
  molecules: MoleculesByCalculation = noMolecules,
): StandardTab[] {
  const tabs = definition.tabs(item, molecules).filter(({ id }) => id !== 'info');
  const given = definition.parts(item, molecules);
  const named = Object.values(given).flatMap((parts) => parts.flatMap(tableOfPart));
  const taken = new Set([...named, ...tabs.map(({ id }) => id)]);
  const values = definition.values(item, molecules).filter(({ value, error }) => value !== null || error);
  return tabs.map((tab, index) => {
    const own = given[tab.id];
    if (own) return { ...tab, parts: own };
    const ids = tables.map(({ id }) => id).filter((id) => id === tab.id || (index === 0 && !taken.has(id)));
    const facts: TabPart[] = index === 0 && values.length > 0 ? [{ kind: 'facts', facts: values }] : [];
    return { ...tab, parts: [...facts, ...ids.flatMap((id) => tableParts(tables, id))] };
  });
}

/** A table and the quantities of atoms that it holds. */
function tableParts(tables: readonly TableData[], id: string): TabPart[] {
  const table = tables.find((each) => each.id === id);
  const atoms = (table?.columns ?? []).flatMap((column): TabPart[] =>
    table?.atoms && column.kind === 'number' && column.perAtom !== undefined
      ? [{ kind: 'atoms', table: id, column: column.id }]
      : [],
  );
  return [{ kind: 'table', table: id }, ...atoms.slice(0, 1)];
}

function tableOfPart(part: TabPart): string[] {
  return 'table' in part ? [part.table] : [];
}
