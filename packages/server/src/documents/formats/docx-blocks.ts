import type { DocumentBlock } from '@cuvette/core/entities';
import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  ImageRun,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';

/** A picture as PNG, and its size on paper in pixels of which an inch has 96. */
interface DocxPicture {
  png: Uint8Array;
  width: number;
  height: number;
}

const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const;
const thin = { style: BorderStyle.SINGLE, size: 6, color: '000000' };
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const open = { top: none, bottom: none, left: none, right: none, insideHorizontal: none, insideVertical: none };
/** Half points. */
const small = 17;

/** XML takes no control characters, and no halves of a character. */
const fit = (text: string) => text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ');

function note(text: string): Paragraph {
  return new Paragraph({ children: [new TextRun({ text: fit(text), size: small })], spacing: { after: 80 } });
}

/** A table with lines above and below its head and at its end, as journals print them. */
function table({ caption, columns, rows, notes }: Extract<DocumentBlock, { kind: 'table' }>): (Paragraph | Table)[] {
  const cell = (text: string, column: number, borders: object, bold: boolean) =>
    new TableCell({
      borders: { left: none, right: none, top: none, bottom: none, ...borders },
      margins: { left: 60, right: 60 },
      children: [
        new Paragraph({
          alignment: columns[column]?.numeric ? AlignmentType.RIGHT : AlignmentType.LEFT,
          spacing: { before: 20, after: 20 },
          children: [new TextRun({ text: fit(text), size: small, bold })],
        }),
      ],
    });
  const head = new TableRow({
    tableHeader: true,
    cantSplit: true,
    children: columns.map(({ title }, column) => cell(title, column, { top: thin, bottom: thin }, true)),
  });
  const body = rows.map(
    (row, index) =>
      new TableRow({
        cantSplit: true,
        children: columns.map((_, column) =>
          cell(row[column] ?? '', column, index === rows.length - 1 ? { bottom: thin } : {}, false),
        ),
      }),
  );
  return [
    new Paragraph({
      keepNext: true,
      spacing: { before: 200, after: 60 },
      children: [new TextRun({ text: fit(caption), bold: true, size: small + 2 })],
    }),
    new Table({
      borders: open,
      layout: TableLayoutType.AUTOFIT,
      width: { size: 100, type: WidthType.PERCENTAGE },
      rows: [head, ...body],
    }),
    ...(notes.length > 0 ? notes.map(note) : [new Paragraph({ spacing: { after: 60 } })]),
  ];
}

/** Lines of equal letters in one paragraph, small enough for three coordinates. */
function lines({ caption, text }: Extract<DocumentBlock, { kind: 'lines' }>): Paragraph[] {
  return [
    new Paragraph({
      keepNext: true,
      spacing: { before: 160, after: 40 },
      children: [new TextRun({ text: fit(caption), bold: true, size: small + 2 })],
    }),
    new Paragraph({
      children: text
        .split('\n')
        .map((line, index) => new TextRun({ text: line, font: 'Courier New', size: 16, break: index === 0 ? 0 : 1 })),
    }),
  ];
}

function picture(caption: string, given: DocxPicture): Paragraph[] {
  const { png, width, height } = given;
  return [
    new Paragraph({
      keepNext: true,
      spacing: { before: 160 },
      children: [
        new ImageRun({
          type: 'png',
          data: png,
          transformation: { width, height },
          altText: { name: fit(caption), title: fit(caption), description: fit(caption) },
        }),
      ],
    }),
    note(caption),
  ];
}

/**
 * One part of a document as Word has it.
 * @param png the drawn picture of a part that has one; null where it could not be drawn: then it is its caption alone
 */
export function docxBlock(block: DocumentBlock, png: Uint8Array | null): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'heading':
      return [
        new Paragraph({ heading: headings[block.level - 1] ?? headings[2], children: [new TextRun(fit(block.text))] }),
      ];
    case 'paragraph':
      return [
        new Paragraph({
          spacing: { after: 120 },
          children: block.runs.map(({ text, raised }) => new TextRun({ text: fit(text), superScript: raised })),
        }),
      ];
    case 'note':
      return [note(block.text)];
    case 'table':
      return table(block);
    case 'lines':
      return lines(block);
    case 'picture':
      return png === null
        ? [note(block.caption)]
        : picture(block.caption, { png, width: block.width, height: block.height });
    case 'references':
      return block.entries.map(
        (entry, index) =>
          new Paragraph({
            indent: { left: 480, hanging: 480 },
            spacing: { after: 60 },
            children: [new TextRun({ text: fit(`(${index + 1})\u00a0${entry}`), size: small + 1 })],
          }),
      );
  }
}
