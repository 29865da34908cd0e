/** An escape of JSON. Reading them one after another tells an escaped NUL from the letters "u0000" after an escaped backslash. */
const escapes = /\\(?:u0000|[\s\S])/g;
const nul = '\\u0000';

/** Whether a JSON text holds the escape of a NUL character, which no database column takes. */
export function holdsNul(json: string): boolean {
  if (!json.includes(nul)) return false;
  for (const [escape] of json.matchAll(escapes)) if (escape === nul) return true;
  return false;
}

/** A JSON text without escaped NUL characters. */
export function withoutNul(json: string): string {
  return json.includes(nul) ? json.replace(escapes, (escape) => (escape === nul ? '' : escape)) : json;
}
