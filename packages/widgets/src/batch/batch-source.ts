import { drawnFormatOf } from '@cuvette/core/chemistry';
import {
  decodeText,
  guessColumns,
  isMoleculeTable,
  type ListedMolecule,
  listed,
  type MoleculeTable,
  moleculesOfTable,
  type OwnTexts,
  ownColumnsOf,
  readMoleculeList,
  readMoleculeTable,
  type TableColumns,
} from '@cuvette/core/chemistry/molecule-list';
import type { AccountClient } from '@cuvette/core/client';
import { batchWords as words } from './words.ts';

/** Where the molecules of a batch come from, as far as it was read. */
export type BatchSource =
  | { kind: 'text'; text: string }
  | { kind: 'table'; name: string; table: MoleculeTable; columns: TableColumns }
  | { kind: 'records'; name: string; molecules: ListedMolecule[]; own: OwnTexts };

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
  if (/\.(sdf?|mol|mdl)$/i.test(name) || isSdf(text)) return readRecords(text, name);
  if (/\.(csv|tsv)$/i.test(name) || isMoleculeTable(text)) {
    const table = readMoleculeTable(text);
    return { kind: 'table', name, table, columns: guessColumns(table) };
  }
  return { kind: 'text', text };
}

/** Whether a text is that of an SDF file. */
export const isSdf = (text: string): boolean => /^(M {2}END|\$\$\$\$)/m.test(text);

/** The records of an SDF text. @param name of its file, empty where it was pasted */
export async function readRecords(text: string, name = ''): Promise<BatchSource> {
  const { readSdfRecords } = await import('./sdf-records.ts');
  return { kind: 'records', name, ...(await readSdfRecords(text)) };
}

/** The molecules of a drawing or a reaction, which the server reads. @param name of its file, empty where it was pasted @throws ApiError */
export async function readDrawnFile(client: AccountClient, text: string, name = ''): Promise<BatchSource> {
  const { molecules, failed } = await client.readFile(name || `pasted.${drawnFormatOf(text)}`, text);
  const read = molecules.map(({ name: called, smiles }, index) =>
    listed(index + 1, smiles ?? '', called, smiles ? null : words.sdfUnreadable('')),
  );
  const left = failed.map(({ detail }, index) => listed(molecules.length + index + 1, '', null, detail));
  return { kind: 'records', name, molecules: [...read, ...left], own: { headings: [], textsByLine: new Map() } };
}

/** A text that was pasted and is no SDF: a list, or a table where it is one. */
export function pastedSource(text: string): BatchSource {
  if (!isMoleculeTable(text)) return { kind: 'text', text };
  const table = readMoleculeTable(text);
  return { kind: 'table', name: '', table, columns: guessColumns(table) };
}

/** What a source says of its molecules besides SMILES and names; null where it says nothing. */
export function ownTextsOf(source: BatchSource): OwnTexts | null {
  if (source.kind === 'text') return null;
  const own = source.kind === 'table' ? ownColumnsOf(source.table, source.columns) : source.own;
  return own.headings.length > 0 ? own : null;
}

/** The molecules of a source, line by line. */
export function moleculesOf(source: BatchSource): SourceMolecules {
  if (source.kind === 'text') return readMoleculeList(source.text);
  const molecules = source.kind === 'table' ? moleculesOfTable(source.table, source.columns) : source.molecules;
  return { molecules, blanks: 0, comments: 0 };
}
