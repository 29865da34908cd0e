import { readFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalMethod } from '@cuvette/core/methods';
import { valueAt } from '@cuvette/core/workflows/parts/forms/data-path';
import * as z from 'zod/mini';

type Data = Record<string, unknown>;

const Captured = z.object({
  client: z.string(),
  models: z.string(),
  types: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

/** Versions of the public Python client whose own values are known. `capture_client_defaults.py` writes the files from the installed clients. */
export const knownClients = ['2.1.12', '3.2.3'] as const;

/** What a version of the client sends by itself, by workflow type: first with the least arguments, then with each mode that it takes. */
export const clientDefaults = knownClients.map((version) =>
  z.parse(Captured, JSON.parse(readFileSync(path.join(import.meta.dirname, `${version}.json`), 'utf8'))),
);

/** Keys whose value is a choice of a mode; what a client fills in beside it follows from the mode. */
const modeKeys = ['mode', 'conf_gen_mode'] as const;

const isRecord = (value: unknown): value is Data =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const isLeftOut = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 'auto' ||
  (Array.isArray(value) && value.length === 0);

const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? one.toLowerCase() === other.toLowerCase()
    : JSON.stringify(one) === JSON.stringify(other);

/** Returns what makes a level of theory another one than the client's: its method, basis set and corrections. */
function levelText(level: Data): string {
  const name = String(level.method ?? '');
  const corrections = Array.isArray(level.corrections) ? [...level.corrections].map(String).sort() : [];
  return JSON.stringify([
    canonicalMethod(name) ?? name,
    String(valueAt(level, 'basis_set.name') ?? '').toLowerCase(),
    corrections,
  ]);
}

/** The level of theory that a path lies in, and the rest of the path; null where it lies in none. */
function levelAt(data: Data, place: string): { level: Data; path: string; inside: string } | null {
  const keys = place.split('.');
  for (let length = keys.length; length > 0; length -= 1) {
    const above = keys.slice(0, length).join('.');
    const level = valueAt(data, above);
    if (isRecord(level) && typeof level.method === 'string') {
      return { level, path: above, inside: keys.slice(length).join('.') };
    }
  }
  return null;
}

/** Whether a mode that a person chose is the one that a capture was made with. */
const isOfItsMode = (captured: Data, given: Data): boolean =>
  modeKeys.every((key) => isLeftOut(given[key]) || captured[key] === undefined || isSame(given[key], captured[key]));

/**
 * Tells for a workflow type whether a value of a submission was left out, or equals what a version of the public client sends by itself, so that no
 * person chose it. A method counts together with its basis set and corrections: the name of a default with another basis set is a choice.
 */
export function defaultsOf(type: string): (place: string, given: Data) => boolean {
  const all = clientDefaults.map(({ types }) => types[type] ?? []);
  return (place, given) => {
    const value = valueAt(given, place);
    if (isLeftOut(value)) return true;
    // A mode is a default only where the client sends it without being asked.
    const isMode = modeKeys.some((key) => key === place);
    const captures = all.flatMap((list) => (isMode ? list.slice(0, 1) : list.filter((one) => isOfItsMode(one, given))));
    const found = levelAt(given, place);
    const ofLevel = ['method', 'engine', 'basis_set', 'corrections'];
    if (found && (found.inside === '' || ofLevel.includes(found.inside.split('.')[0] ?? ''))) {
      return captures.some((capture) => {
        const own = valueAt(capture, found.path);
        return isRecord(own) && levelText(own) === levelText(found.level);
      });
    }
    return captures.some((capture) => isSame(valueAt(capture, place), value));
  };
}
