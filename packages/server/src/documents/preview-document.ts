import { type DocumentBlock, type DocumentOptions, type DocumentPreview, status } from '@cuvette/core/entities';
import { composeDocument } from '@cuvette/core/workflows/supporting/compose-document';
import type { Services } from '../services.ts';
import type { Member } from '../store/reader.ts';
import { version } from '../version.ts';
import { chooseItems, type Selection } from './choose-items.ts';
import { readContent } from './read-content.ts';

/** Most parts, rows and lines of a preview: it shows the form, not the content. */
const mostBlocks = 24;
const mostRows = 6;
const mostLines = 8;

function shortened(block: DocumentBlock): DocumentBlock {
  if (block.kind === 'table') return { ...block, rows: block.rows.slice(0, mostRows) };
  if (block.kind !== 'lines') return block;
  return { ...block, text: block.text.split('\n').slice(0, mostLines).join('\n') };
}

/** Parts of a document by heading, so that a preview has the beginning of each. */
function beginnings(blocks: readonly DocumentBlock[]): DocumentBlock[] {
  const references = blocks.findIndex((block) => block.kind === 'heading' && block.text === 'References');
  const end = references < 0 ? blocks.length : references;
  const coordinates = blocks.findIndex((block) => block.kind === 'lines');
  const shown = blocks.slice(0, Math.min(end, mostBlocks));
  const later = coordinates >= mostBlocks ? blocks.slice(coordinates, coordinates + 1) : [];
  return [...shown, ...later, ...blocks.slice(end)].map(shortened);
}

/** The first completed item of a selection as a document with these options would have it, shortened. Throws what `chooseItems` throws. */
export async function previewOf(
  services: Services,
  reader: Member,
  selection: Selection,
  options: DocumentOptions,
): Promise<DocumentPreview> {
  const { items } = await chooseItems(services.db, reader, selection);
  const first = items.find(({ object_status }) => object_status === status.completed);
  if (!first) return { items: items.length, blocks: [] };
  const read = await readContent(services, reader, first, options);
  if ('leftOut' in read) return { items: items.length, blocks: [{ kind: 'note', text: read.leftOut }] };
  const facts = { name: 'Supporting Information', version, readAt: new Date().toISOString(), leftOut: [] };
  return { items: items.length, blocks: beginnings(composeDocument([read.content], options, facts).blocks) };
}
