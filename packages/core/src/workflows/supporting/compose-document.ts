import { symbolOf } from '../../chemistry/elements.ts';
import type { DocumentBlock, DocumentOptions } from '../../entities/supporting-document.ts';
import { toDecimals } from '../../tables/number-format.ts';
import type { Citation } from '../citations/work.ts';
import { energyTableOf, formulaOf } from './energy-table.ts';
import type { ContentStructure, ItemContent } from './item-content.ts';
import { formOf, type JournalForm } from './journal-form.ts';
import { methodsBlocks } from './methods-paragraph.ts';
import { ReferenceList, referenceText } from './references.ts';

/** A document before it is written in a format: its parts in order, and the works that it cites. */
export interface ComposedDocument {
  title: string;
  blocks: DocumentBlock[];
  citations: readonly Citation[];
}

/** What a document says of itself. */
export interface DocumentFacts {
  name: string;
  /** Version of Cuvette. */
  version: string;
  /** Moment at which the items were read, ISO. */
  readAt: string;
  /** Items that are in no part of it, each with the reason. */
  leftOut: readonly string[];
}

/** Atoms as lines of symbol and coordinates in Å. */
export function coordinateLines({ molecule }: Pick<ContentStructure, 'molecule'>, decimals: number): string {
  const width = decimals + 6;
  return molecule.atoms
    .map(({ atomic_number, position }) => {
      const symbol = atomic_number === 0 ? 'X' : symbolOf(atomic_number);
      return `${symbol.padEnd(3)}${position.map((value) => toDecimals(value, decimals).padStart(width)).join('')}`;
    })
    .join('\n');
}

function structureFacts({ molecule, level }: ContentStructure): string {
  const facts = [formulaOf(molecule), `charge ${molecule.charge}`, `multiplicity ${molecule.multiplicity}`];
  if (molecule.energy !== null) facts.push(`E = ${toDecimals(molecule.energy, 6)} Hartree`);
  if (level !== null) facts.push(level);
  return facts.join(', ');
}

function coordinateBlocks(content: ItemContent, form: JournalForm): DocumentBlock[] {
  return content.structures.map((structure) => ({
    kind: 'lines',
    caption: `${structure.name}: ${structureFacts(structure)}`,
    text: coordinateLines(structure, form.decimals),
  }));
}

/** The part of one item: pictures, numbers with what changes their meaning, energies, the tables of its type, and its coordinates where the form has them there. */
function itemBlocks(content: ItemContent, form: JournalForm): DocumentBlock[] {
  const blocks: DocumentBlock[] = [{ kind: 'heading', level: 2, text: content.name }];
  const paragraph = (text: string): DocumentBlock => ({ kind: 'paragraph', runs: [{ text, raised: false }] });
  blocks.push(paragraph(`${content.title}.${content.smiles ? ` SMILES: ${content.smiles}` : ''}`));
  if (content.sentence) blocks.push(paragraph(content.sentence));
  for (const text of content.caveats) blocks.push({ kind: 'note', text });
  if (content.run.deviations.length > 0) {
    blocks.push({ kind: 'note', text: `Ran otherwise than asked: ${content.run.deviations.join('; ')}.` });
  }
  for (const picture of content.pictures) blocks.push({ kind: 'picture', ...picture });
  if (content.values.length > 0) {
    const withNotes = content.values.some(({ note }) => note !== null);
    blocks.push({
      kind: 'table',
      caption: `Results of ${content.name}`,
      columns: [
        { title: 'Quantity', numeric: false },
        { title: 'Value', numeric: true },
        ...(withNotes ? [{ title: 'Note', numeric: false }] : []),
      ],
      rows: content.values.map(({ title, text, note }) => [title, text, ...(withNotes ? [note ?? ''] : [])]),
      notes: [],
    });
  }
  const energies = energyTableOf(content, form);
  if (energies) blocks.push(energies);
  for (const { title, columns, rows, notes } of content.tables) {
    blocks.push({ kind: 'table', caption: `${title} of ${content.name}`, columns, rows, notes });
  }
  if (content.structuresLeftOut > 0) {
    const count = content.structuresLeftOut;
    blocks.push({
      kind: 'note',
      text: `${count} ${count === 1 ? 'structure is' : 'structures are'} not listed: proteins, structures without coordinates, and those beyond the first hundred of an item.`,
    });
  }
  if (form.coordinates === 'with_item') blocks.push(...coordinateBlocks(content, form));
  return blocks;
}

/** Numbers tables and figures in the order that they come in: "Table S1. Energies of A". */
function numbered(blocks: readonly DocumentBlock[], form: JournalForm, prefix: string): DocumentBlock[] {
  const counts = { table: 0, picture: 0 };
  return blocks.map((block) => {
    if (block.kind !== 'table' && block.kind !== 'picture') return block;
    counts[block.kind] += 1;
    const word = block.kind === 'table' ? 'Table' : 'Figure';
    return { ...block, caption: `${word} ${prefix}${counts[block.kind]}${form.afterNumber} ${block.caption}` };
  });
}

/** Puts a document together from what its items say. Nothing in it comes from anywhere else than the items and their records. */
export function composeDocument(
  contents: readonly ItemContent[],
  options: DocumentOptions,
  facts: DocumentFacts,
): ComposedDocument {
  const form = formOf(options);
  const references = new ReferenceList();
  const count = contents.length;
  const blocks: DocumentBlock[] = [
    { kind: 'heading', level: 1, text: facts.name },
    {
      kind: 'note',
      text: `Made by Cuvette ${facts.version} from ${count} ${count === 1 ? 'item' : 'items'} as they were on ${facts.readAt.slice(0, 10)}.`,
    },
    ...(options.methods ? methodsBlocks(contents, form, references, facts.version) : []),
    ...contents.flatMap((content) => itemBlocks(content, form)),
  ];
  if (form.coordinates === 'at_end' && contents.some(({ structures }) => structures.length > 0)) {
    blocks.push({ kind: 'heading', level: 2, text: 'Cartesian coordinates (Å)' });
    for (const content of contents.filter(({ structures }) => structures.length > 0)) {
      blocks.push({ kind: 'heading', level: 3, text: content.name }, ...coordinateBlocks(content, form));
    }
  }
  if (facts.leftOut.length > 0) {
    blocks.push({ kind: 'heading', level: 2, text: 'Left out' });
    for (const text of facts.leftOut) blocks.push({ kind: 'note', text });
  }
  // Without the paragraph of methods the works are listed all the same.
  references.numbersOf(contents.flatMap(({ run }) => run.works));
  if (references.citations.length > 0) {
    blocks.push(
      { kind: 'heading', level: 2, text: 'References' },
      { kind: 'references', entries: references.citations.map((citation) => referenceText(citation, form)) },
    );
  }
  return { title: facts.name, blocks: numbered(blocks, form, options.prefix), citations: references.citations };
}
