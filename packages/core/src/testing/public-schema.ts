import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { jsonNames, readJson, readOfType, typesWith } from './read-file.js';

/** Names that `validatePublic` takes: the workflow types of the public models, and `_molecule`, `_settings`, `_calculation`, ... */
const ofTypes = typesWith('public-schema');
export const publicSchemaNames: readonly string[] = [...jsonNames('public-schemas'), ...ofTypes].sort();

const ajv = new Ajv2020({ allErrors: true, strict: false });
const compiled = new Map<string, ValidateFunction>();

function validator(name: string): ValidateFunction {
  const known = compiled.get(name);
  if (known) return known;
  if (!publicSchemaNames.includes(name)) throw new Error(`There is no public schema "${name}".`);
  const made = ajv.compile(
    (ofTypes.includes(name)
      ? readOfType(name, 'public-schema')
      : readJson(`public-schemas/${name}.schema.json`)) as object,
  );
  compiled.set(name, made);
  return made;
}

function inWords({ instancePath, keyword, message = '', params }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll('/', '.');
  const allowed = keyword === 'const' ? ` (${String(params.allowedValue)})` : '';
  return `${place === '' ? '(whole)' : place}: ${message}${allowed}`;
}

/**
 * What of a value does not fit the public JSON Schema of that name (`docking`, `_molecule`); empty when it fits. The value is judged as it goes over the
 * wire: what JSON leaves out is left out. Lines read `settings.method: must be equal to one of the allowed values`. Branches of a union that failed are
 * listed each, and the union after them.
 */
export function validatePublic(name: string, value: unknown): string[] {
  const validate = validator(name);
  return validate(JSON.parse(JSON.stringify(value))) ? [] : [...new Set((validate.errors ?? []).map(inWords))];
}

/** A known difference from the public schema: lines that begin with `place` are expected; `reason` says why. */
export interface PublicDifference {
  place: string;
  reason: string;
}

/** Like `validatePublic`, without the known differences. `unused` are differences that did not occur, so that the list cannot rot. */
export function differencesFromPublic(
  name: string,
  value: unknown,
  known: readonly PublicDifference[] = [],
): { unexpected: string[]; unused: PublicDifference[] } {
  const lines = validatePublic(name, value);
  const isAt = (line: string, { place }: PublicDifference) =>
    line.startsWith(`${place}:`) || line.startsWith(`${place}.`);
  return {
    unexpected: lines.filter((line) => !known.some((difference) => isAt(line, difference))),
    unused: known.filter((difference) => !lines.some((line) => isAt(line, difference))),
  };
}
