/** Returns what an attribute `height` says, as CSS: a bare number is CSS pixels. Null where it says nothing, or nothing that is a height. */
export function heightOf(text: string | null): string | null {
  const written = text?.trim() ?? '';
  const height = /^\d+(\.\d+)?$/.test(written) ? `${written}px` : written;
  return height !== '' && CSS.supports('height', height) ? height : null;
}
