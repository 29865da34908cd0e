import type { Message } from '@cuvette/core/entities';
import type { WorkflowDefinition } from '@cuvette/core/workflows';
import { defaultsOf } from '../../client-defaults/client-defaults.ts';
import { isPublicKey } from '../../newer-client/public-data.ts';

/** Most names that a message tells, and most characters of each. */
const mostNamed = 10;
const longestName = 60;

/** Keys of an object of a submission, and those that its type has there. */
export interface KeysBeside {
  /** Where they are: at the top, or in its settings. */
  within: '' | 'settings';
  unknown: string[];
  known: string[];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

type Typed = Pick<WorkflowDefinition, 'type' | 'settings' | 'results' | 'defaults' | 'fields'>;

/** Keys of a submission's settings that its type does not have, from another version say or misspelt. */
export function unknownSettings(definition: Typed, data: Record<string, unknown>): KeysBeside[] {
  const own = { ...definition.settings.shape, ...definition.results.shape };
  // Clients without a place for `after` beside the settings send it among them.
  const beside = Array.isArray(data.after) ? ['after'] : [];
  const known = [...Object.keys(own), 'initial_molecule', 'initial_smiles', 'messages', 'made_from', ...beside];
  const found: KeysBeside[] = [{ within: '', unknown: Object.keys(data).filter((key) => !known.includes(key)), known }];
  const defaults = definition.defaults().settings;
  if (isRecord(data.settings) && isRecord(defaults)) {
    // What no default has, a field of the form may set: excited states.
    const ofFields = definition.fields.flatMap(({ path }) => /^settings\.(\w+)/.exec(path)?.[1] ?? []);
    const inner = [...Object.keys(defaults), ...ofFields, 'level_of_theory'];
    const unknown = Object.keys(data.settings).filter((key) => !inner.includes(key));
    found.push({ within: 'settings', unknown, known: inner });
  }
  // What the public client sends by itself is no choice of a person.
  const isDefault = defaultsOf(definition.type);
  const isSent = (within: KeysBeside['within'], key: string) =>
    isPublicKey(definition.type, within, key) && isDefault(within === '' ? key : `${within}.${key}`, data);
  return found
    .map((one) => ({ ...one, unknown: one.unknown.filter((key) => !isSent(one.within, key)) }))
    .filter(({ unknown }) => unknown.length > 0);
}

/**
 * Returns what an item keeps of them: those at the top as they were sent (those in its settings stay there), and a message that they were not used.
 */
export function keptUnknown(
  definition: Typed,
  data: Record<string, unknown>,
): { kept: Record<string, unknown>; messages: Message[] } {
  const found = unknownSettings(definition, data);
  if (found.length === 0) return { kept: {}, messages: [] };
  const kept = found
    .filter(({ within }) => within === '')
    .flatMap(({ unknown }) => unknown.map((key) => [key, data[key]] as const));
  const names = found.flatMap(({ within, unknown }) => unknown.map((key) => (within ? `${within}.${key}` : key)));
  const named = names.slice(0, mostNamed).map((name) => name.slice(0, longestName));
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  const body = `This server does not know these settings and computed without them: ${named.join(', ')}${more}.`;
  return { kept: Object.fromEntries(kept), messages: [{ type: 'warning', title: 'Settings Not Used', body }] };
}
