/** A text cut around one place in it, for a line with a caret under it. */
export interface MarkedPlace {
  text: string;
  /** Spaces before the caret. */
  offset: number;
}

/**
 * Cuts a long text to a window around a 1-based position and says where the caret is under it.
 * @param width most characters that are shown.
 */
export function markedPlace(text: string, position: number, width = 56): MarkedPlace {
  const flat = text.replace(/\s/g, ' ');
  const index = Math.max(0, Math.min(flat.length, position - 1));
  if (flat.length <= width) return { text: flat, offset: index };
  const start = Math.max(0, Math.min(index - Math.floor(width / 2), flat.length - width));
  const before = start > 0 ? '…' : '';
  const after = start + width < flat.length ? '…' : '';
  return { text: `${before}${flat.slice(start, start + width)}${after}`, offset: index - start + before.length };
}
