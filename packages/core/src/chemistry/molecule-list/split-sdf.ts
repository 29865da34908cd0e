import { numberRepeats, type OwnTexts } from './own-texts.ts';

/** A record of an SDF file: its text up to `M  END`, and what it is called. */
export interface SdfRecord {
  /** 1-based line where it begins. */
  line: number;
  name: string | null;
  /** The table of atoms and bonds, empty where `problem` says why there is none. */
  molfile: string;
  /** The SMILES that a data field of the record gives; null without one. */
  smiles: string | null;
  /** The other data fields as headings with their texts, in the order of the record. Lines of one text are joined by blanks. */
  fields: readonly (readonly [heading: string, text: string])[];
  problem: string | null;
}

/** Data fields that name a record whose first line does not. */
const nameField =
  /^(?:name|id|title|identifier|compound[ _]?(?:name|id)|chembl[ _]?id|cas|catalog(?:ue)?[ _]?(?:id|number)?)$/i;

/**
 * Cuts an SDF (or MOL) file into its records. An empty record and one without a table stay, with their reason; whether the table makes sense is for a
 * chemistry toolkit to say.
 */
export function splitSdf(text: string): SdfRecord[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const records: SdfRecord[] = [];
  let start = 0;
  while (start < lines.length) {
    let end = start;
    while (end < lines.length && !lines[end]?.startsWith('$$$$')) end++;
    const own = lines.slice(start, end);
    // What follows the last delimiter is mostly nothing.
    if (end < lines.length || own.some((line) => line.trim() !== '')) records.push(recordOf(own, start + 1));
    start = end + 1;
  }
  return records;
}

function recordOf(lines: readonly string[], line: number): SdfRecord {
  const last = lines.findIndex((text) => text.startsWith('M  END'));
  const fields = fieldsOf(lines.slice(last + 1));
  const title = lines[0]?.trim() ?? '';
  const naming = title === '' ? fields.find(([key]) => nameField.test(key)) : undefined;
  const named = naming ? naming[1] : title;
  const smiles = fields.find(([key]) => /smiles/i.test(key))?.[1] ?? null;
  const own = fields.filter((field) => field !== naming && !/^smiles$/i.test(field[0]));
  const record = { line, name: named === '' || last < 0 ? null : named, smiles, fields: own };
  if (lines.every((text) => text.trim() === '')) return { ...record, molfile: '', problem: 'The record is empty.' };
  if (last < 0) return { ...record, molfile: '', problem: 'The record has no end of its table ("M  END").' };
  const counts = /^\s*(\d{1,3}).*V2000\s*$|V3000\s*$/.exec(lines[3] ?? '');
  if (!counts)
    return { ...record, molfile: '', problem: 'The fourth line of the record is no counts line (V2000 or V3000).' };
  if (counts[1] === '0') return { ...record, molfile: '', problem: 'The record has no atoms.' };
  return { ...record, molfile: lines.slice(0, last + 1).join('\n'), problem: null };
}

/** The data fields that have a text. A text ends with an empty line or the head of the next field. */
function fieldsOf(lines: readonly string[]): [string, string][] {
  const fields: { key: string; texts: string[] }[] = [];
  let open: { key: string; texts: string[] } | null = null;
  for (const line of lines) {
    const key = /^>[^<]*<([^>]*)>/.exec(line)?.[1]?.trim();
    const text = line.trim();
    if (key !== undefined) {
      open = { key, texts: [] };
      fields.push(open);
    } else if (text === '') open = null;
    else open?.texts.push(text);
  }
  return fields.flatMap(({ key, texts }): [string, string][] =>
    key === '' || texts.length === 0 ? [] : [[key, texts.join(' ')]],
  );
}

/** The columns that the data fields of all records make, in the order that they first appear in; of two equal fields of one record the second is numbered. */
export function ownColumnsOfRecords(records: readonly SdfRecord[]): OwnTexts {
  const rows = records.map(({ line, fields }) => {
    const count = numberRepeats();
    return { line, texts: new Map(fields.map(([heading, text]) => [count(heading), text])) };
  });
  const headings = [...new Set(rows.flatMap(({ texts }) => [...texts.keys()]))];
  return {
    headings,
    textsByLine: new Map(rows.map(({ line, texts }) => [line, headings.map((heading) => texts.get(heading) ?? '')])),
  };
}
