/** Red, green and blue (0 to 255) of a colour as `#rrggbb`, `rgb(r g b)` or `rgb(r, g, b)`. */
function channels(colour: string): readonly number[] {
  if (colour.startsWith('#')) return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return (colour.match(/\d+(\.\d+)?/g) ?? ['128', '128', '128']).slice(0, 3).map(Number);
}

/** Returns what a colour of this opacity looks like on white, as `#rrggbb`: a ground on which black is read on light and dark pages alike. */
export function onWhite(colour: string, opacity: number): string {
  const mixed = channels(colour).map((channel) => Math.round(255 + (channel - 255) * opacity));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
