import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Message, status, type WorkflowItem } from '@cuvette/core/entities';
import { methodExtension, methodExtensions, methods, methodTitle } from '@cuvette/core/methods';
import { valueAt, withValueAt } from '@cuvette/core/workflows/parts/forms/data-path';
import { clientDefaults } from '../client-defaults/client-defaults.ts';
import { fitter, type Shape } from './fit.ts';

interface Models {
  models: string;
  definitions: Record<string, Shape>;
  types: Record<string, Shape>;
}

/** Shapes of the public models 0.0.290, as `newer_schemas.py` writes them. */
const models = JSON.parse(readFileSync(path.join(import.meta.dirname, 'models.json'), 'utf8')) as Models;

/** Whether the public models have a key, in the data of a type or in its settings. */
export function isPublicKey(type: string, within: '' | 'settings', key: string): boolean {
  const shape = within === 'settings' ? models.definitions.Settings : models.types[type];
  return shape?.properties?.[key] !== undefined;
}

/** What was asked for at the paths that this server replaced. */
export type Requested = Readonly<Record<string, unknown>>;

type Item = Pick<WorkflowItem, 'object_type' | 'object_data'>;
type Data = Record<string, unknown>;

/** Returns what the newest client sends by itself at a path. */
function sentAt(type: string, place: string): unknown {
  for (const { types } of [...clientDefaults].reverse()) {
    const value = valueAt(types[type]?.[0], place);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Our own methods where the public models have an enumeration, which shows the public default instead; each with its title. */
function withoutExtensions(type: string, data: Data, requested: Requested): { data: Data; ran: string[] } {
  const ran: string[] = [];
  let shown = data;
  for (const { enumeration, value, title } of methodExtensions) {
    if (methodExtension(type, value) === null || data[enumeration] !== value) continue;
    ran.push(title);
    const instead = requested[enumeration] ?? sentAt(type, enumeration);
    if (instead !== undefined && instead !== null) shown = { ...shown, [enumeration]: instead };
    else shown = Object.fromEntries(Object.entries(shown).filter(([key]) => key !== enumeration));
  }
  return { data: shown, ran };
}

/** Data in which each replaced setting says what was requested, where something was. */
function withRequested(data: Data, requested: Requested): Data {
  return Object.entries(requested).reduce((shown, [place, value]) => {
    // Where the SMILES of one isomer runs, that is what was computed.
    // Results are of the lists that ran: solvents, temperatures.
    if (value === null || value === undefined || Array.isArray(value) || place === 'initial_smiles') return shown;
    return withValueAt(shown, place, value);
  }, data);
}

/** Data of types of which the public models take one of two inputs, by the method: the other is left out. */
const oneInput: Readonly<Record<string, (data: Data) => Data>> = {
  membrane_permeability(data) {
    const { initial_molecule: molecule, initial_smiles: smiles, membrane_permeability_method: method, ...rest } = data;
    const named = { ...rest, membrane_permeability_method: method };
    const isMolecule = molecule !== null && molecule !== undefined;
    if (method === 'pypermm' && isMolecule) return { ...named, initial_molecule: molecule };
    const built = isMolecule ? (molecule as Data).smiles : undefined;
    return { ...named, initial_smiles: smiles || built };
  },
};

const titleOf = (value: unknown): string => (methods.has(String(value)) ? methodTitle(String(value)) : String(value));

/**
 * `object_data` of an item in the vocabulary of the newest public client: a method field says what was requested, a method that the public lists lack gives way to the
 * public default or is left out, and so is a number that is missing where the models want one. A message in front names what ran where nothing else says it.
 */
export function publicData({ object_type: type, object_data: data }: Item, requested: Requested): Data | null {
  const shape = models.types[type];
  if (data === null || shape === undefined) return data;
  const asked = withRequested(data, requested);
  const own = withoutExtensions(type, oneInput[type]?.(asked) ?? asked, requested);
  const fit = fitter(models.definitions, (place) => requested[place] ?? sentAt(type, place));
  const { data: shown, misfits } = fit(shape, own.data);
  const ran = [
    ...own.ran,
    ...misfits.flatMap(({ value }) => (typeof value === 'string' && methods.has(value) ? [titleOf(value)] : [])),
  ];
  const messages = (Array.isArray(shown.messages) ? shown.messages : []) as Message[];
  const isNamed = messages.some(({ title }) => title === 'Replaced');
  if (ran.length === 0 || isNamed) return { ...shown, messages };
  const body = `Computed with ${[...new Set(ran)].join(' and ')}, which the public models have no name for; the settings show their default.`;
  return { ...shown, messages: [{ type: 'info', title: 'Method', body }, ...messages] };
}

/** Whether an answer is an item with its data. */
export function isItem(value: unknown): value is WorkflowItem {
  return (
    value !== null &&
    typeof value === 'object' &&
    'object_type' in value &&
    'uuid' in value &&
    'object_data' in value &&
    typeof value.object_data === 'object'
  );
}

/** `object_data` of an item as client 2.1.12 reads it under `/api`: two values that its models refuse are replaced. */
export function olderData(item: Item & Pick<WorkflowItem, 'object_status'>): Data | null {
  const { object_type: type, object_data: stored } = item;
  if (stored === null) return stored;
  const isDone = item.object_status === status.completed;
  const data = isDone && stored.mode === 'auto' ? { ...stored, mode: 'rapid' } : stored;
  if (type === 'descriptors' && data.descriptors !== null && typeof data.descriptors === 'object') {
    const numbers = Object.entries(data.descriptors).filter(([, value]) => value !== null);
    return { ...data, descriptors: Object.fromEntries(numbers) };
  }
  return data;
}
