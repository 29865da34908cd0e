import type { DocumentBlock } from '@cuvette/core/entities';
import type { ComposedDocument } from '@cuvette/core/workflows/supporting/compose-document';

/** Most letters of a line of running text. */
const lineLength = 100;
/** Most letters of a cell; a longer one goes on below the table's row. */
const longestCell = 40;

/** Breaks a text between words. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > lineLength) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

function tableText({ caption, columns, rows, notes }: Extract<DocumentBlock, { kind: 'table' }>): string {
  const all = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, column) =>
    Math.min(longestCell, Math.max(...all.map((row) => (row[column] ?? '').length))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((text, column) =>
        columns[column]?.numeric ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const rule = '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  const [head = [], ...body] = all;
  return [wrapped(caption), rule, line(head), rule, ...body.map(line), rule, ...notes.map(wrapped)].join('\n');
}

function blockText(block: DocumentBlock): string {
  switch (block.kind) {
    case 'heading': {
      const underline = block.level === 1 ? '=' : '-';
      return `${block.text}\n${underline.repeat(Math.min(block.text.length, lineLength))}`;
    }
    case 'paragraph':
      return wrapped(block.runs.map(({ text, raised }) => (raised ? ` [${text}]` : text)).join(''));
    case 'note':
      return wrapped(block.text);
    case 'table':
      return tableText(block);
    case 'picture':
      return `[${block.caption}: see the HTML or DOCX file]`;
    case 'lines':
      return `${wrapped(block.caption)}\n${block.text}`;
    case 'references':
      return block.entries.map((entry, index) => wrapped(`[${index + 1}] ${entry}`)).join('\n');
  }
}

/** A document as plain text in UTF-8: tables in columns of equal letters, pictures by their captions. */
export function plainTextOf({ blocks }: ComposedDocument): string {
  return `${blocks.map(blockText).join('\n\n')}\n`;
}
