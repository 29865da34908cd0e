/**
 * A line `::cuvette{id=UUID tab=scan}` shows an item, `:cuvette[words]{id=UUID value=strongest_acid}` one number in a sentence. Without scripts, and in
 * print, the picture and the link of the item are shown, or the words.
 */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const name = /^[\w.-]{1,100}$/;

/** Keys of a directive, and what each may be. */
const keys = {
  id: uuid,
  tab: name,
  value: name,
  digits: /^\d{1,2}$/,
  height: /^\d{2,4}$/,
};

/** A text as it may be in HTML, between tags or in an attribute in double quotes. */
export function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Reads the attributes of a directive.
 * @param {Record<string, string | null | undefined>} attributes
 * @returns {{ id: string, tab?: string, value?: string, digits?: string, height?: string }}
 * @throws Error that names the key and the value, for a key that is not known and a value that does not fit
 */
export function readAttributes(attributes) {
  const read = {};
  for (const [key, value] of Object.entries(attributes)) {
    const fits = Object.hasOwn(keys, key) ? keys[key] : null;
    if (!fits) throw new Error(`cuvette: "${key}" is not known. Use ${Object.keys(keys).join(', ')}.`);
    if (typeof value !== 'string' || !fits.test(value))
      throw new Error(`cuvette: ${key}="${value ?? ''}" does not fit.`);
    read[key] = value;
  }
  if (!read.id) throw new Error('cuvette: id is missing: the identifier of a shared item.');
  return read;
}

/**
 * Reads `id=… tab="…"` as it is between the braces of a directive.
 * @param {string} text
 */
export function parseAttributes(text) {
  const found = {};
  const rest = text.replace(
    /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))/g,
    (_all, key, double, single, bare) => {
      found[key] = double ?? single ?? bare;
      return '';
    },
  );
  if (rest.trim() !== '') throw new Error(`cuvette: "${rest.trim()}" is not understood. Write id=IDENTIFIER tab=NAME.`);
  return readAttributes(found);
}

/** The origin of a server without a slash at its end. Throws for what is no http address. */
export function originOf(server) {
  const url = URL.canParse(server ?? '') ? new URL(server) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`cuvette: server must be the address of a Cuvette server, not "${server}".`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * The HTML of a directive: phrasing content with closed tags only, so that it may be inside of a paragraph.
 * @param {string} origin of the server
 * @param {ReturnType<typeof readAttributes>} attributes
 * @param {string} words shown until the element starts, without scripts and in print; of a number its value as it was written
 */
export function htmlOf(origin, { id, tab, value, digits, height }, words) {
  const page = `${origin}/public/workflow/${id}`;
  const attribute = (key, text) => (text === undefined ? '' : ` ${key}="${escaped(text)}"`);
  if (value !== undefined) {
    const held = words || 'see Cuvette';
    return `<cuvette-value workflow="${id}" public path="${escaped(value)}"${attribute('digits', digits)}><a href="${escaped(page)}">${escaped(held)}</a></cuvette-value>`;
  }
  const style = height === undefined ? '' : ` style="height: ${height}px"`;
  const picture = `${origin}/api/shared/workflow/${id}/picture.png?width=1200`;
  return `<cuvette-workflow workflow="${id}" public${attribute('tab', tab)}${style}><a href="${escaped(page)}"><img src="${escaped(picture)}" alt="${escaped(words || 'A result on Cuvette')}" width="600" height="315" /></a></cuvette-workflow>`;
}

/** The script that starts the elements; once in a page is enough, more do no harm. */
export function scriptOf(origin) {
  return `<script type="module" src="${escaped(origin)}/embed/1/embed.js"></script>`;
}
