/**
 * Numbers that do not fit their fixed columns, as hybrid-36 writes them (Grosse-Kunstleve et al., cci.lbl.gov/hybrid_36): decimal while they fit,
 * then base 36 beginning with an upper-case letter, then with a lower-case one. 99999 is followed by A0000.
 */

/** Reads a field; null when it is neither decimal nor hybrid-36. */
export function readHybrid36(field: string, width: number): number | null {
  const text = field.trim();
  if (/^-?\d+$/.test(text)) return Number(text);
  const upper = /^[A-Z][0-9A-Z]*$/.test(text);
  if (text.length !== width || !(upper || /^[a-z][0-9a-z]*$/.test(text))) return null;
  const first = 10 * 36 ** (width - 1);
  const offset = upper ? 0 : 26 * 36 ** (width - 1);
  return Number.parseInt(text, 36) - first + 10 ** width + offset;
}

/** Writes a number right-aligned in `width` columns; null when even hybrid-36 cannot hold it. */
export function writeHybrid36(value: number, width: number): string | null {
  if (value > -(10 ** (width - 1)) && value < 10 ** width) return String(value).padStart(width);
  const block = 26 * 36 ** (width - 1);
  const first = 10 * 36 ** (width - 1);
  const rest = value - 10 ** width;
  if (rest < 0 || rest >= 2 * block) return null;
  return rest < block ? (rest + first).toString(36).toUpperCase() : (rest - block + first).toString(36);
}
