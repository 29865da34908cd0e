import { columnHeading, type TableData } from '@cuvette/core/tables';
import { loadToolkit } from '../structure/depict.ts';
import type { BatchRow } from './batch-table.ts';

/** Columns of the table that are in a record by themselves. */
const ownColumns = new Set(['structure', 'name']);

/**
 * A batch as SDF: each structure drawn in two dimensions, its values as data fields at full precision. A row without a structure that can be drawn is a
 * record without atoms, so that none is missing.
 */
export async function batchSdf(rows: readonly BatchRow[], table: TableData): Promise<string> {
  const { Molecule } = await loadToolkit();
  return rows
    .map(({ name, smiles }, index) => {
      const molfile = molfileOf(Molecule, smiles).replace(/^[^\n]*/, name.replace(/[\r\n]+/g, ' ').slice(0, 80));
      const fields = table.columns.flatMap((column) => {
        const value = column.values[index];
        const isMissing = value === null || value === undefined || value === '' || Number.isNaN(value);
        if (ownColumns.has(column.id) || isMissing) return [];
        return [`> <${columnHeading(column).replace(/[<>\r\n]/g, ' ')}>\n${String(value).replace(/[\r\n]+/g, ' ')}\n`];
      });
      return `${molfile.trimEnd()}\n${fields.join('\n')}${fields.length > 0 ? '\n' : ''}$$$$\n`;
    })
    .join('');
}

function molfileOf(Molecule: typeof import('openchemlib').Molecule, smiles: string | null): string {
  try {
    return Molecule.fromSmiles(smiles ?? '').toMolfile();
  } catch {
    return new Molecule(0, 0).toMolfile();
  }
}
