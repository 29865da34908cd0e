/**
 * Returns what the attribute `antialias` asks of the 3D engine: `on` smooths edges, `off` does not. Anything else leaves it to the viewer, which
 * smooths them where a graphics card draws and not where the processor does.
 */
export function smoothEdges(attribute: string | undefined): boolean | undefined {
  if (attribute === 'off') return false;
  return attribute === 'on' ? true : undefined;
}
