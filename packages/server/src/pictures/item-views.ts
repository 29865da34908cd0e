import { structureSvg } from '@cuvette/core/embedding';
import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import {
  loadWorkflow,
  type MoleculesByCalculation,
  type StructureReference,
  type WorkflowDefinition,
} from '@cuvette/core/workflows';
import { plotOfCalculation, plotsOfData } from '@cuvette/core/workflows/curves/curve-plots-of';
import { notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import { readManyMolecules } from '../store/calculations.ts';
import type { Reader } from '../store/reader.ts';
import { curveSvg } from './curve-svg.ts';
import { plotSvg } from './plot-svg.ts';

/** How a view of an item is drawn. */
export interface ViewPicture {
  width: number;
  height: number;
  theme: 'light' | 'dark';
  label: string;
}

const read = async ({ db, files }: Services, reader: Reader, uuids: string[], vibrations = false) =>
  new Map(Object.entries(await readManyMolecules(db.drizzle, files, reader, uuids, vibrations)));

/**
 * The structure that an item shows first, as balls and sticks.
 * @throws 404 where it has none with atoms (only a formula or a protein), or one of too many atoms
 */
export async function structurePicture(
  services: Services,
  reader: Reader,
  item: WorkflowItem,
  picture: ViewPicture,
): Promise<string> {
  const definition = await loadWorkflow(item.object_type);
  const structures = definition?.structures(item, new Map()) ?? [];
  const active = definition?.active(item) ?? null;
  const shown = structures.find(({ id }) => id === active) ?? structures[0];
  const molecule = shown ? await moleculeOf(services, reader, shown) : null;
  if (!molecule) throw notFound('The structure');
  try {
    return structureSvg(molecule, picture);
  } catch (error) {
    if (error instanceof RangeError) throw notFound('The picture of the structure');
    throw error;
  }
}

async function moleculeOf(
  services: Services,
  reader: Reader,
  { source }: StructureReference,
): Promise<Molecule | null> {
  if (source.kind === 'molecule') return source.molecule;
  if (source.kind !== 'calculation') return null;
  const molecules = (await read(services, reader, [source.uuid])).get(source.uuid);
  return molecules?.at(source.frame === 'last' ? -1 : source.frame) ?? null;
}

/** Most calculations that a plot is drawn from. */
const mostCalculations = 400;

/** Whether a tab of the result draws vibrations, so that they must be read for its plots. */
const drawsVibrations = (definition: WorkflowDefinition, item: WorkflowItem): boolean =>
  Object.values(definition.parts(item, new Map()))
    .flat()
    .some((part) => part.kind === 'calculation');

/**
 * The first plot of a result that was read, in the order of its tabs: the curve of a scan, the weights of conformers, a spectrum, a quantity by pH.
 * @returns null where its type has none, or where it has less than two points
 */
export function firstPlot(
  definition: WorkflowDefinition,
  item: WorkflowItem,
  molecules: MoleculesByCalculation,
  picture: ViewPicture,
): string | null {
  const [ofData] = plotsOfData(definition, item);
  if (ofData) return curveSvg(ofData, picture);
  const tables = definition.tables(item, molecules);
  for (const part of Object.values(definition.parts(item, molecules)).flat()) {
    const curve = plotOfCalculation(part, molecules);
    if (curve) return curveSvg(curve, picture);
    const table = part.kind === 'plot' ? tables.find(({ id }) => id === part.table) : undefined;
    const drawn = part.kind === 'plot' && table ? plotSvg(part, table, picture) : null;
    if (drawn !== null) return drawn;
  }
  return null;
}

/**
 * The first plot of a result, as `firstPlot` draws it.
 * @throws 404 where its type has none, or where it has less than two points
 */
export async function plotPicture(
  services: Services,
  reader: Reader,
  item: WorkflowItem,
  picture: ViewPicture,
): Promise<string> {
  const definition = await loadWorkflow(item.object_type);
  if (!definition) throw notFound('The plot');
  const uuids =
    plotsOfData(definition, item).length > 0 ? [] : definition.calculations(item).slice(0, mostCalculations);
  const molecules = await read(services, reader, uuids, drawsVibrations(definition, item));
  const drawn = firstPlot(definition, item, molecules, picture);
  if (drawn === null) throw notFound('The plot');
  return drawn;
}
