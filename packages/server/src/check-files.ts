import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type CheckedPart, checkDocument } from '@cuvette/core/workflows/items/check-document';

/** What a check of one file found. */
export interface CheckedFile {
  file: string;
  fits: boolean;
  parts: CheckedPart[];
}

/** Reads a JSON file (plain or gzipped) and checks every part of it; a file that cannot be read is a part with that problem. `type` is that of bare `object_data`. */
export async function checkFile(file: string, type: string | null): Promise<CheckedFile> {
  const parts = await read(file).then(
    (document) => checkDocument(document, type),
    (error: Error): CheckedPart[] => [
      {
        what: 'document',
        name: '',
        type: null,
        guessed: false,
        fits: [],
        problems: [{ field: '', detail: `The file cannot be read: ${error.message}` }],
        structures: [],
        tabs: [],
        tables: [],
      },
    ],
  );
  return { file, fits: parts.every(({ problems }) => problems.length === 0), parts };
}

async function read(file: string): Promise<unknown> {
  const bytes = await readFile(file);
  const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (zipped ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

/** The report of a file as people read it in a terminal. */
export function reportOf({ file, fits, parts }: CheckedFile): string {
  return [`${file}: ${fits ? 'everything fits' : 'something does not fit'}`, ...parts.flatMap(linesOf)].join('\n');
}

function linesOf(part: CheckedPart): string[] {
  const type = part.type ? ` of type ${part.type}${part.guessed ? ' (guessed from its keys)' : ''}` : '';
  const list = (title: string, entries: readonly string[]) =>
    entries.length > 0 ? [`    ${title}: ${entries.join(', ')}`] : [];
  return [
    `  ${part.what}${type}${part.name && part.name !== part.what ? `: ${part.name}` : ''}`,
    ...list('fits', part.fits),
    ...part.problems.map(({ field, detail }) => `    does not fit${field ? ` at ${field}` : ''}: ${detail}`),
    ...list('structures', shortened(part.structures)),
    ...list('tabs', part.tabs),
    ...list('tables', part.tables),
  ];
}

const mostNames = 12;

function shortened(names: readonly string[]): string[] {
  const rest = names.length - mostNames;
  return rest > 0 ? [...names.slice(0, mostNames), `and ${rest} more`] : [...names];
}
