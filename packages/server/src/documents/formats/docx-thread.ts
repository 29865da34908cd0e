import { isMainThread, parentPort } from 'node:worker_threads';
import type { DocumentBlock } from '@cuvette/core/entities';
import { AlignmentType, Document, Footer, Packer, PageNumber, Paragraph, TextRun } from 'docx';
import { docxBlock } from './docx-blocks.ts';

/** A document that shall become a DOCX file. `pngs` has the drawn pictures by the place of their part. */
export interface DocxTask {
  title: string;
  blocks: DocumentBlock[];
  pngs: Map<number, Uint8Array>;
  /** Letter before the numbers of pages, tables and figures. */
  prefix: string;
}

const font = 'Times New Roman';

/** Writes the file: headings by Word's own styles, so that it has an outline; the page's number at its foot. */
async function docxOf({ title, blocks, pngs, prefix }: DocxTask): Promise<Uint8Array> {
  const foot = new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun({ children: [prefix, PageNumber.CURRENT] })],
  });
  const document = new Document({
    title,
    creator: 'Cuvette',
    description: 'Supporting information',
    styles: {
      default: {
        document: { run: { font, size: 22 } },
        heading1: { run: { font, size: 32, bold: true, color: '000000' }, paragraph: { spacing: { after: 120 } } },
        heading2: {
          run: { font, size: 26, bold: true, color: '000000' },
          paragraph: { spacing: { before: 320, after: 80 } },
        },
        heading3: {
          run: { font, size: 22, bold: true, color: '000000' },
          paragraph: { spacing: { before: 200, after: 60 } },
        },
      },
    },
    sections: [
      {
        properties: { page: { margin: { top: 1134, bottom: 1134, left: 1134, right: 1134 } } },
        footers: { default: new Footer({ children: [foot] }) },
        children: blocks.flatMap((block, place) => docxBlock(block, pngs.get(place) ?? null)),
      },
    ],
  });
  return Packer.toBuffer(document);
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  port.once('message', async (task: DocxTask) => port.postMessage(await docxOf(task)));
}
