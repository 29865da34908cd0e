import { textOfCaveat } from '@cuvette/core/entities';
import { eachOnce, inEnglish, type Text } from '@cuvette/core/phrases';
import type { StandardTab } from '@cuvette/core/workflows';
import type { PanelProps } from '../panels/panel-props.ts';

/** The notes that the facts of a tab carry. */
export function notesOfFacts({ parts }: StandardTab): Text[] {
  return parts.flatMap((part) =>
    part.kind === 'facts' ? part.facts.flatMap((fact) => ('path' in fact && fact.note ? [fact.note] : [])) : [],
  );
}

/** Returns what changes the numbers of a result and is beside none of a tab's: it is written at the tab's head. */
export function notesWithoutNumber(tab: StandardTab, { definition, item, molecules, tables }: PanelProps): Text[] {
  const ofTables = tab.parts.flatMap((part) =>
    part.kind === 'table' ? (tables.find(({ id }) => id === part.table)?.notes ?? []) : [],
  );
  const beside = new Set([...notesOfFacts(tab), ...ofTables].map(inEnglish));
  const texts = definition
    .caveats(item, molecules)
    .filter(({ severity, rows, values, table }) => severity === 'changes_number' && rows === null && !values && !table)
    .map(textOfCaveat);
  return eachOnce(texts).filter((text) => !beside.has(inEnglish(text)));
}
