import {
  decodeText,
  guessColumns,
  isMoleculeTable,
  type ListedMolecule,
  type MoleculeTable,
  moleculesOfTable,
  readMoleculeList,
  readMoleculeTable,
  type TableColumns,
} from '@cuvette/core/chemistry/molecule-list';

/** Where the molecules of a batch come from, as far as it was read. */
export type BatchSource =
  | { kind: 'text'; text: string }
  | { kind: 'table'; name: string; table: MoleculeTable; columns: TableColumns }
  | { kind: 'records'; name: string; molecules: ListedMolecule[] };

/** The molecules of a source, and how many lines of it say nothing. */
export interface SourceMolecules {
  molecules: ListedMolecule[];
  blanks: number;
  comments: number;
}

/** Largest file that is opened. */
export const mostFileBytes = 50 * 1024 * 1024;

/** Returns what a file holds: an SDF by its ending or its delimiters, else a table, else a list. */
export async function readSource(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<BatchSource> {
  const text = decodeText(bytes);
  if (/\.(sdf?|mol|mdl)$/i.test(name) || /^(M {2}END|\$\$\$\$)/m.test(text)) {
    const { readSdfRecords } = await import('./sdf-records.ts');
    return { kind: 'records', name, molecules: await readSdfRecords(text) };
  }
  if (/\.(csv|tsv)$/i.test(name) || isMoleculeTable(text)) {
    const table = readMoleculeTable(text);
    return { kind: 'table', name, table, columns: guessColumns(table) };
  }
  return { kind: 'text', text };
}

/** A text that was pasted: a list, or a table where it is one. */
export function pastedSource(text: string): BatchSource {
  if (!isMoleculeTable(text)) return { kind: 'text', text };
  const table = readMoleculeTable(text);
  return { kind: 'table', name: '', table, columns: guessColumns(table) };
}

/** The molecules of a source, line by line. */
export function moleculesOf(source: BatchSource): SourceMolecules {
  if (source.kind === 'text') return readMoleculeList(source.text);
  const molecules = source.kind === 'table' ? moleculesOfTable(source.table, source.columns) : source.molecules;
  return { molecules, blanks: 0, comments: 0 };
}
