import type { Drawing } from '@cuvette/core/session';
import type { Engine } from '../open-viewer.ts';

/** Radius of a drawn bond in Å. */
export const stickRadius = 0.13;

/** How the engine colours atoms: by a property of each, its element or its place. */
export interface Colours {
  prop: 'elem' | 'index';
  map: Record<string, unknown> | readonly string[];
}

/** Carbon in the given CSS colour, all else by element. */
export function elementColours(engine: Engine, carbon: string): Colours {
  return { prop: 'elem', map: { ...(engine.elementColors.Jmol as Record<string, unknown>), C: carbon } };
}

/**
 * How the engine draws atoms in one of our forms.
 * @param radius of bonds in Å; balls keep their proportion to it
 * @param opacity from 0 to 1; lines are never translucent
 */
export function drawingStyle(
  drawing: Drawing,
  colours: Colours,
  { radius = stickRadius, opacity = 1 }: { radius?: number; opacity?: number } = {},
): Record<string, unknown> {
  const translucent = opacity < 1 ? { opacity } : {};
  const stick = { radius, colorscheme: colours, ...translucent };
  if (drawing === 'line') return { line: { colorscheme: colours } };
  if (drawing === 'stick') return { stick };
  return { stick, sphere: { scale: 0.24 * (radius / stickRadius), colorscheme: colours, ...translucent } };
}
