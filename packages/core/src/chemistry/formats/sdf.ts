import { FileProblem } from '../problem.ts';
import type { MoleculeEntry } from './molecule-entry.ts';
import { readMolBlock } from './molfile.ts';

/**
 * Reads an SDF or MOL file: every record with its data fields. Fields named `charge` and `multiplicity` count where the table itself has no formal charges
 * or radicals, because programs that do not know formal charges write the totals there.
 * @throws FileProblem naming the line that cannot be read
 */
export function readSdf(text: string): MoleculeEntry[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const entries: MoleculeEntry[] = [];
  let start = 0;
  while (start < lines.length) {
    let end = start;
    let table = -1;
    let isBlank = true;
    while (end < lines.length && !lines[end]?.startsWith('$$$$')) {
      if (table < 0 && lines[end]?.startsWith('M  END')) table = end;
      if (lines[end]?.trim() !== '') isBlank = false;
      end++;
    }
    if (isBlank && end === lines.length) break;
    const entry = readMolBlock(lines, start);
    entry.data = readFields(lines, table < 0 ? end : table + 1, end);
    takeTotals(entry);
    entries.push(entry);
    start = end + 1;
  }
  if (entries.length === 0) throw new FileProblem('The file is empty.', 1);
  return entries;
}

function readFields(lines: readonly string[], from: number, end: number): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let index = from; index < end; index++) {
    const name = /^>[^<]*<([^>]*)>/.exec(lines[index] ?? '')?.[1];
    if (name === undefined) continue;
    const values: string[] = [];
    while (++index < end && (lines[index] ?? '').trim() !== '') values.push(lines[index] as string);
    fields[name] = values.join('\n');
  }
  return fields;
}

function takeTotals(entry: MoleculeEntry): void {
  const total = (name: string) => {
    const text =
      Object.entries(entry.data)
        .find(([key]) => key.toLowerCase() === name)?.[1]
        .trim() ?? '';
    return /^[-+]?\d+$/.test(text) ? Number(text) : null;
  };
  const charge = total('charge');
  if (charge !== null && entry.charge === 0 && charge !== 0) {
    entry.charge = charge;
    entry.formalCharges = null;
    entry.multiplicity = null;
  }
  const multiplicity = total('multiplicity');
  if (multiplicity !== null && multiplicity > 0 && (entry.multiplicity ?? 1) === 1) entry.multiplicity = multiplicity;
}
