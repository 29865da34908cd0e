import { isForEverybody } from '../../auth/principal.ts';
import type { Route } from '../http/route.ts';
import type { Parameter } from './document.ts';

/** A body as JSON, one line for each of its keys. */
function written(body: unknown): string {
  const lines = Object.entries(body as object).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return lines.length > 1 ? `{\n    ${lines.join(',\n    ')}\n  }` : `{${lines.join('')}}`;
}

/** A text as the shell takes it whole. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The call as a line for the shell, `$CUVETTE` the address of the server and `$CUVETTE_KEY` an API key: for calls that have an
 * example body, and for readings that a person makes. Null for all others.
 */
export function curlOf(route: Route, path: string, parameters: readonly Parameter[]): string | null {
  const { method, caller, example, shown, type } = route;
  if (caller !== 'person' && !isForEverybody(route)) return null;
  if (method !== 'GET' && example === undefined) return null;
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required || shown?.includes(one.name)))
    .flatMap((one) =>
      [one.example ?? one.schema.default ?? ''].flat().map((value) => [one.name, String(value)] as [string, string]),
    );
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  const filled = path.replace(/\{(\w+)\}/g, (all, name: string) => {
    const found = parameters.find((one) => one.in === 'path' && one.name === name)?.example;
    return found === undefined ? all : String(found);
  });
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$CUVETTE${filled}${search}"`,
    ...(caller === 'person' ? ['-H "X-API-Key: $CUVETTE_KEY"'] : []),
    ...(example === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(written(example))}`]),
    ...(type && !/json|text|chemical/.test(type) ? ['-OJ --compressed'] : []),
  ];
  return lines.join(' \\\n  ');
}
