import { writeXyz } from '@cuvette/core/chemistry';
import { drawingSvg, mostDrawnAtoms, structureSvg } from '@cuvette/core/embedding';
import { type DocumentOptions, status, type WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import { toCsv } from '@cuvette/core/tables';
import { loadWorkflow, type WorkflowDefinition } from '@cuvette/core/workflows';
import { type ContentPicture, contentOf, type ItemContent } from '@cuvette/core/workflows/supporting/item-content';
import { formOf } from '@cuvette/core/workflows/supporting/journal-form';
import { smilesOfItem } from '../bundles/item-smiles.ts';
import { drawEach } from '../convert/drawings.ts';
import { findItem } from '../items/read-item.ts';
import { firstPlot } from '../pictures/item-views.ts';
import { convertingFor, type Services } from '../services.ts';
import { readCalculations, readManyMolecules } from '../store/calculations.ts';
import type { Member } from '../store/reader.ts';

/** What an item brings into a document: its content, and the files that only the zip has. */
export interface ItemParts {
  content: ItemContent;
  /** All structures of the content as one XYZ file; null where it has none. */
  xyz: string | null;
  tables: { name: string; csv: string }[];
}

/** An item that is in no part of the document, with the reason. */
export interface LeftOut {
  leftOut: string;
}

/** Width of pictures on paper, in pixels of which an inch has 96. */
const formulaSize = { width: 240, height: 160 };
const structureSize = { width: 330, height: 220 };
const plotSize = { width: 450, height: 300 };

async function formulaOf(services: Services, reader: Member, smiles: string, name: string): Promise<ContentPicture[]> {
  try {
    const [drawing] = await drawEach(convertingFor(services, reader).convert, [smiles]);
    if (!drawing) return [];
    const svg = drawingSvg(drawing, { ...formulaSize, theme: 'light', label: name });
    return [{ caption: `Structural formula of ${name}`, svg, ...formulaSize }];
  } catch {
    // A document without the formula is better than none: the SMILES is in it.
    return [];
  }
}

function pictureOfStructure({ structures, name }: Pick<ItemContent, 'structures' | 'name'>): ContentPicture[] {
  const [first] = structures;
  if (!first || first.molecule.atoms.length < 2 || first.molecule.atoms.length > mostDrawnAtoms) return [];
  const svg = structureSvg(first.molecule, { ...structureSize, theme: 'light', label: first.name });
  return [{ caption: `${first.name} of ${name}`, svg, ...structureSize }];
}

/** Reads why an item cannot be in a document, as a sentence; null where it can. */
function refusal(item: WorkflowItem | null, definition: WorkflowDefinition | null, name: string): string | null {
  if (!item) return `${name}: it was deleted, or you have no access to it.`;
  if (item.object_status !== status.completed) return `${name}: it has not completed.`;
  if (!definition) return `${name}: its type, ${item.object_type}, is not known to this version.`;
  if (definition.lacksResults(item)) return `${name}: its results were deleted.`;
  return null;
}

/**
 * Reads an item for a document: all that it writes comes from its result and its records. Throws only for what the server lacks.
 * @param name as the document knows it, for an item that is not there any more
 */
export async function readContent(
  services: Services,
  reader: Member,
  { uuid, name }: { uuid: string; name: string },
  options: DocumentOptions,
): Promise<ItemParts | LeftOut> {
  const db = services.db.drizzle;
  const item = await findItem(services, reader, uuid, 0);
  const definition = item ? await loadWorkflow(item.object_type) : null;
  const refused = refusal(item, definition, name);
  if (refused !== null || !item || !definition) return { leftOut: refused ?? name };
  const calculations = await readCalculations(db, reader, item.calculation_uuids);
  // Structures name further calculations than the tables need.
  const named = definition
    .structures(item, new Map())
    .flatMap(({ source }) => (source.kind === 'calculation' ? [source.uuid] : []));
  const uuids = [...new Set([...definition.calculations(item), ...named])];
  const read = await readManyMolecules(db, services.files, reader, uuids, true);
  const molecules = new Map(Object.entries(read));
  const content = contentOf({ item, definition, molecules, calculations }, formOf(options), options);
  const smiles = smilesOfItem(item);
  const pictures: ContentPicture[] = [];
  if (options.pictures) {
    if (smiles !== null) pictures.push(...(await formulaOf(services, reader, smiles, item.name)));
    pictures.push(...pictureOfStructure(content));
    const plot = firstPlot(definition, item, molecules, { ...plotSize, theme: 'light', label: item.name });
    if (plot !== null) pictures.push({ caption: `${definition.title} of ${item.name}`, svg: plot, ...plotSize });
  }
  const tables = definition.tables(item, molecules).filter(({ length }) => length > 0);
  return {
    content: { ...content, smiles, pictures },
    xyz: content.structures.length > 0 ? writeXyz(content.structures.map(({ molecule }) => molecule)) : null,
    tables: tables.map((table) => ({ name: inEnglish(table.title), csv: toCsv(table) })),
  };
}
