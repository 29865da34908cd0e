import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { Bundle } from '../../entities/bundle.ts';
import { Calculation } from '../../entities/calculation.ts';
import type { Molecule } from '../../entities/molecule.ts';
import { inEnglish } from '../../entities/phrases.ts';
import { WorkflowItem } from '../../entities/workflow-item.ts';
import { catalogue, entryOfType } from '../catalogue.ts';
import type { MoleculesByCalculation, StructureReference, WorkflowDefinition } from '../definition.ts';
import { schemaProblems } from '../parts/forms/schema-problems.ts';

/** What one item or calculation of a document is, what in it does not fit and where, and what it gives to look at. */
export interface CheckedPart {
  what: 'workflow item' | 'calculation' | 'object_data' | 'bundle' | 'document';
  name: string;
  /** Workflow type as the API spells it; null for what has none. */
  type: string | null;
  /** Whether the type was guessed from the keys. */
  guessed: boolean;
  /** What fits, as text ("24 keys of settings and results", "3 molecules of 12 atoms"). */
  fits: string[];
  problems: Problem[];
  structures: string[];
  tabs: string[];
  tables: string[];
}

const nothing = { guessed: false, fits: [], problems: [], structures: [], tabs: [], tables: [] };

/**
 * Reads a JSON document (a bundle, an item as the API answers it, a calculation, or the `object_data` of a type) and says part by part what fits.
 * `type` names the type of bare `object_data`; without it the type is guessed from the keys. Never throws.
 */
export async function checkDocument(document: unknown, type: string | null = null): Promise<CheckedPart[]> {
  if (document === null || typeof document !== 'object' || Array.isArray(document)) {
    return [unreadable('document', 'a JSON object is needed: a bundle, an item, a calculation or object_data')];
  }
  const object = document as Record<string, unknown>;
  if ('format' in object || ('items' in object && 'calculations' in object)) return checkBundle(object);
  if ('object_type' in object) return [await checkItem(object, new Map())];
  if (type === null && Array.isArray(object.molecules))
    return [checkCalculation(object, nameOf(object, 'calculation'))];
  return [await checkData(object, type)];
}

function unreadable(what: CheckedPart['what'], detail: string): CheckedPart {
  return { ...nothing, what, name: '', type: null, problems: [{ field: '', detail }] };
}

function nameOf(object: Record<string, unknown>, otherwise: string): string {
  return typeof object.name === 'string' && object.name !== '' ? object.name : otherwise;
}

async function checkBundle(object: Record<string, unknown>): Promise<CheckedPart[]> {
  const parsed = z.safeParse(Bundle, object);
  const head: CheckedPart = {
    ...nothing,
    what: 'bundle',
    name: '',
    type: null,
    fits: parsed.success ? ['format and version'] : [],
    problems: parsed.success ? [] : schemaProblems(parsed.error, object),
  };
  const items = Array.isArray(object.items) ? object.items : [];
  const calculations = isObject(object.calculations) ? Object.entries(object.calculations) : [];
  const molecules: MoleculesByCalculation = new Map(
    calculations.map(([uuid, value]): [string, readonly Molecule[]] => [
      uuid,
      z.safeParse(Calculation, value).data?.molecules ?? [],
    ]),
  );
  const proteins = new Set(isObject(object.proteins) ? Object.keys(object.proteins) : []);
  const parts = [head];
  for (const item of items) {
    const part = await checkItem(isObject(item) ? item : {}, molecules);
    part.problems.push(...(await missingReferences(item, molecules, proteins)));
    parts.push(part);
  }
  for (const [uuid, value] of calculations) parts.push(checkCalculation(isObject(value) ? value : {}, uuid));
  return parts;
}

/** Structures of an item that its bundle does not hold: a page over the bundle could not show them. */
async function missingReferences(
  item: unknown,
  molecules: MoleculesByCalculation,
  proteins: ReadonlySet<string>,
): Promise<Problem[]> {
  const parsed = z.safeParse(WorkflowItem, item);
  const definition = parsed.success ? await entryOfType(parsed.data.object_type)?.load() : null;
  if (!parsed.success || !definition) return [];
  const missing = ({ source }: StructureReference) =>
    (source.kind === 'calculation' && !molecules.has(source.uuid)) ||
    (source.kind === 'protein' && !proteins.has(source.uuid));
  return definition
    .structures(parsed.data, molecules)
    .filter(missing)
    .map(({ name, id }) => ({ field: 'calculations', detail: `${inEnglish(name)} (${id}) is not in the bundle.` }));
}

async function checkItem(object: Record<string, unknown>, molecules: MoleculesByCalculation): Promise<CheckedPart> {
  const parsed = z.safeParse(WorkflowItem, object);
  const type = typeof object.object_type === 'string' ? object.object_type : null;
  const definition = type ? ((await entryOfType(type)?.load()) ?? null) : null;
  const problems = parsed.success ? [] : schemaProblems(parsed.error, object);
  if (type && !definition) {
    problems.push({
      field: 'object_type',
      detail: `"${type}" is not a workflow type of this version; the generic view shows it.`,
    });
  }
  if (definition) problems.push(...prefixed(definition.misfits(object.object_data ?? {})));
  const part: CheckedPart = { ...nothing, what: 'workflow item', name: nameOf(object, 'item'), type, problems };
  if (!parsed.success || !definition) return part;
  return { ...part, fits: fittingKeys(definition, object.object_data), ...gives(definition, parsed.data, molecules) };
}

function prefixed(problems: readonly Problem[]): Problem[] {
  return problems.map(({ field, detail }) => ({ field: field ? `object_data.${field}` : 'object_data', detail }));
}

function gives(definition: WorkflowDefinition, item: WorkflowItem, molecules: MoleculesByCalculation) {
  return {
    structures: definition.structures(item, molecules).map(({ name }) => inEnglish(name)),
    tabs: definition.tabs(item, molecules).map(({ title }) => title),
    tables: definition
      .tables(item, molecules)
      .map(({ title, length, columns }) => `${inEnglish(title)} (${length} × ${columns.length})`),
  };
}

function fittingKeys(definition: WorkflowDefinition, data: unknown): string[] {
  if (!isObject(data)) return [];
  const known = new Set([...Object.keys(definition.settings.shape), ...Object.keys(definition.results.shape)]);
  const misfits = new Set(definition.misfits(data).map(({ field }) => field.split('.')[0]));
  const keys = Object.keys(data);
  const fitting = keys.filter((key) => known.has(key) && !misfits.has(key));
  const unknown = keys.filter((key) => !known.has(key));
  return [
    `${fitting.length} of ${keys.length} keys of object_data`,
    ...(unknown.length > 0 ? [`kept but not read: ${unknown.join(', ')}`] : []),
  ];
}

function checkCalculation(object: Record<string, unknown>, name: string): CheckedPart {
  const parsed = z.safeParse(Calculation, object);
  const part: CheckedPart = { ...nothing, what: 'calculation', name, type: null };
  if (!parsed.success) return { ...part, problems: schemaProblems(parsed.error, object) };
  const { molecules } = parsed.data;
  const atoms = molecules.at(-1)?.atoms.length ?? 0;
  return {
    ...part,
    fits: [`${molecules.length} ${molecules.length === 1 ? 'molecule' : 'molecules'} of ${atoms} atoms`],
    structures: molecules.map((_, index) => `Structure ${index + 1}`),
    problems: molecules.length > 0 ? [] : [{ field: 'molecules', detail: 'The calculation has no molecule.' }],
  };
}

async function checkData(data: Record<string, unknown>, type: string | null): Promise<CheckedPart> {
  const guessed = type === null;
  const definition = type === null ? await guessDefinition(data) : await entryOfType(type)?.load();
  if (!definition) {
    const detail = guessed
      ? 'Neither a bundle, an item nor a calculation, and no workflow type has these keys. Name the type if it is object_data.'
      : `"${type}" is not a workflow type; the types are ${catalogue.map((entry) => entry.type).join(', ')}.`;
    return unreadable('document', detail);
  }
  const item = z.parse(WorkflowItem, {
    uuid: '',
    name: '',
    created_at: '',
    object_status: 2,
    object_type: definition.type,
    parent_uuid: '',
    object_data: data,
  });
  return {
    ...nothing,
    what: 'object_data',
    name: 'object_data',
    type: definition.type,
    guessed,
    problems: definition.misfits(data),
    fits: fittingKeys(definition, data),
    ...gives(definition, item, new Map()),
  };
}

/** The type whose own keys the data have most of, counted against the keys that it does not know; null when none fits half of them. */
async function guessDefinition(data: Record<string, unknown>): Promise<WorkflowDefinition | null> {
  const keys = Object.keys(data);
  let best: WorkflowDefinition | null = null;
  let bestScore = 0;
  for (const { load } of catalogue) {
    const definition = await load();
    const own = new Set([...Object.keys(definition.settings.shape), ...Object.keys(definition.results.shape)]);
    const shared = keys.filter((key) => own.has(key)).length;
    const score = shared / keys.length + shared / own.size;
    if (shared * 2 >= keys.length && score > bestScore) [best, bestScore] = [definition, score];
  }
  return best;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
