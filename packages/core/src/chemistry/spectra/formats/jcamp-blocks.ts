/** A labelled record of a JCAMP-DX file: its text after "=", and the lines that follow until the next label. */
interface LabelledRecord {
  text: string;
  lines: string[];
}

/** One block from its title to its end. Labels are in capitals without blanks, hyphens, slashes and underscores, as the standard compares them. */
export interface JcampBlock {
  records: Map<string, LabelledRecord>;
  /** Tables in their order: the label, its form and lines. Pages of NTUPLES have one each. */
  tables: { label: string; text: string; lines: string[]; page: string }[];
  /** Whether its `##END=` was there. */
  isClosed: boolean;
}

const tableLabels = new Set(['XYDATA', 'XYPOINTS', 'PEAKTABLE', 'PEAKASSIGNMENTS', 'DATATABLE', 'RADATA']);

function withoutComment(line: string): string {
  const at = line.indexOf('$$');
  return (at < 0 ? line : line.slice(0, at)).trim();
}

/** The blocks of a JCAMP-DX file in the order of their ends: inner ones before the link block that holds them. */
export function jcampBlocks(text: string): JcampBlock[] {
  const done: JcampBlock[] = [];
  const open: JcampBlock[] = [];
  let page = '';
  let target: string[] | null = null;
  const lines = text.split(/\r\n|\r|\n/);
  for (const raw of lines) {
    const line = withoutComment(raw);
    if (!line.startsWith('##')) {
      if (line !== '') target?.push(line);
      continue;
    }
    const equals = line.indexOf('=');
    const label = (equals < 0 ? line.slice(2) : line.slice(2, equals)).toUpperCase().replace(/[\s\-/_]/g, '');
    const value = equals < 0 ? '' : line.slice(equals + 1).trim();
    if (label === 'TITLE') open.push({ records: new Map(), tables: [], isClosed: false });
    const block = open.at(-1);
    target = null;
    if (!block) continue;
    if (label === 'END') {
      block.isClosed = true;
      done.push(block);
      open.pop();
      page = '';
    } else if (tableLabels.has(label)) {
      target = [];
      block.tables.push({ label, text: value, lines: target, page });
    } else if (label === 'PAGE') page = value;
    else if (label !== 'ENDNTUPLES') {
      const record: LabelledRecord = { text: value, lines: [] };
      target = record.lines;
      if (!block.records.has(label)) block.records.set(label, record);
    }
  }
  return [...done, ...open.reverse()];
}

/** The text of a record; empty without it. */
export function textOf({ records }: JcampBlock, ...labels: readonly string[]): string {
  for (const label of labels) {
    const found = records.get(label);
    if (found) return found.text;
  }
  return '';
}

/** The number of a record; null without one. */
export function numberOf(block: JcampBlock, ...labels: readonly string[]): number | null {
  const text = textOf(block, ...labels);
  const value = Number.parseFloat(text);
  return Number.isFinite(value) ? value : null;
}
