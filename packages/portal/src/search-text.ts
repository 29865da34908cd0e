/** How the query of an address is read and written: every value is a text, and a name that occurs several times is a list. */

/** `?status=2&status=3&query=a` as `{ status: ['2', '3'], query: 'a' }`. Never throws: what is not well encoded is taken unchanged. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text);
  const found: Record<string, string | string[]> = {};
  for (const name of new Set(parameters.keys())) {
    if (name === '__proto__') continue;
    const values = parameters.getAll(name);
    found[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return found;
}

/** The same back, with its question mark; what is undefined or null is left out, lists repeat their name. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) parameters.append(name, String(one));
    }
  }
  const text = parameters.toString();
  return text ? `?${text}` : '';
}
