import {
  againstElectrode,
  potentialUnit,
  type ReferenceElectrode,
  referenceElectrodes,
} from '../chemistry/reference-electrodes.ts';
import type { TableData } from './table.ts';

/** Unit of the potentials that can be read against another electrode. */
const storedUnit = potentialUnit('SHE');

/**
 * A table with its potentials (V against the standard hydrogen electrode) against another electrode, in values and headings; texts that name the
 * electrode follow. The table itself where nothing changes.
 */
export function againstElectrodeInTable(table: TableData, electrode: ReferenceElectrode): TableData {
  if (electrode === 'SHE' || !table.columns.some(({ unit }) => unit === storedUnit)) return table;
  return {
    ...table,
    columns: table.columns.map((column) => {
      if (column.kind === 'text') {
        return { ...column, values: column.values.map((text) => (text === 'SHE' ? electrode : text)) };
      }
      if (column.unit !== storedUnit) return column;
      return {
        ...column,
        unit: potentialUnit(electrode),
        values: column.values.map((value) => againstElectrode(value, electrode)),
      };
    }),
  };
}

/** A text as a reference electrode; SHE where it is none. */
export function electrodeOf(text: string | null | undefined): ReferenceElectrode {
  return referenceElectrodes.find(({ name }) => name === text)?.name ?? 'SHE';
}
