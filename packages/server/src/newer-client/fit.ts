/** A JSON Schema as `models.json` holds it. */
export interface Shape {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  items?: Shape;
  prefixItems?: readonly Shape[];
  properties?: Readonly<Record<string, Shape>>;
  required?: readonly string[];
  additionalProperties?: Shape | boolean;
  anyOf?: readonly Shape[];
  oneOf?: readonly Shape[];
  allOf?: readonly Shape[];
  $ref?: string;
  default?: unknown;
}

/** A value that the public models have no name for, and its replacement; undefined where the key is left out. */
export interface Misfit {
  path: string;
  value: unknown;
  instead: unknown;
}

type Fitted = { fits: true; value: unknown } | { fits: false };
const misfit: Fitted = { fits: false };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const join = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    default:
      return typeof value === type;
  }
}

const isOneOf = (values: readonly unknown[], value: unknown): boolean =>
  values.some((one) => one === value || (typeof one === 'string' && one.toLowerCase() === String(value).toLowerCase()));

/** Fits data into the shapes of the public models. `preferred` gives the value for a path where the data's own is not allowed; undefined for none. */
export function fitter(definitions: Readonly<Record<string, Shape>>, preferred: (path: string) => unknown) {
  const misfits: Misfit[] = [];

  function resolved(shape: Shape): Shape {
    const name = shape.$ref?.split('/').at(-1);
    if (name === undefined) return shape.allOf?.length === 1 ? resolved({ ...shape.allOf[0] }) : shape;
    return resolved(definitions[name] ?? {});
  }

  /** The value as the shape takes it; of a union the first that takes it with the fewest changes. */
  function fit(given: Shape, value: unknown, path: string): Fitted {
    const shape = resolved(given);
    const choices = shape.anyOf ?? shape.oneOf;
    if (choices) return fitOne(choices, value, path);
    if (shape.const !== undefined) return shape.const === value ? { fits: true, value } : misfit;
    if (shape.enum) return isOneOf(shape.enum, value) ? { fits: true, value } : misfit;
    if (shape.type !== undefined && !isOfType(shape.type, value)) return misfit;
    if (Array.isArray(value)) return fitList(shape, value, path);
    return isRecord(value) ? fitRecord(shape, value, path) : { fits: true, value };
  }

  function fitOne(choices: readonly Shape[], value: unknown, path: string): Fitted {
    let best: { fitted: Fitted; found: Misfit[] } | null = null;
    const before = misfits.length;
    for (const choice of choices) {
      const fitted = fit(choice, value, path);
      const found = misfits.splice(before);
      if (!fitted.fits) continue;
      if (best === null || found.length < best.found.length) best = { fitted, found };
      if (best.found.length === 0) break;
    }
    if (best === null) return misfit;
    misfits.push(...best.found);
    return best.fitted;
  }

  function fitList(shape: Shape, value: readonly unknown[], path: string): Fitted {
    const kept: unknown[] = [];
    for (const [index, entry] of value.entries()) {
      const own = shape.prefixItems?.[index] ?? shape.items;
      const fitted: Fitted = own ? fit(own, entry, join(path, index)) : { fits: true, value: entry };
      // A list has no place for what is missing.
      if (!fitted.fits) return misfit;
      kept.push(fitted.value);
    }
    return { fits: true, value: kept };
  }

  function fitRecord(shape: Shape, value: Record<string, unknown>, path: string): Fitted {
    const kept: Record<string, unknown> = {};
    const others = isRecord(shape.additionalProperties) ? (shape.additionalProperties as Shape) : null;
    for (const [key, entry] of Object.entries(value)) {
      const own = shape.properties?.[key] ?? (shape.properties && !others ? undefined : others);
      if (!own) {
        kept[key] = entry;
        continue;
      }
      const place = join(path, key);
      const fitted = fit(own, entry, place);
      if (fitted.fits) {
        kept[key] = fitted.value;
        continue;
      }
      const instead = [preferred(place), own.default].find((one) => one !== undefined && fit(own, one, place).fits);
      if (instead === undefined && shape.required?.includes(key)) return misfit;
      misfits.push({ path: place, value: entry, instead });
      if (instead !== undefined) kept[key] = instead;
    }
    return { fits: true, value: kept };
  }

  return (shape: Shape, data: Record<string, unknown>): { data: Record<string, unknown>; misfits: Misfit[] } => {
    misfits.length = 0;
    const fitted = fit(shape, data, '');
    return { data: fitted.fits && isRecord(fitted.value) ? fitted.value : data, misfits: [...misfits] };
  };
}
