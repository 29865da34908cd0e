import * as z from 'zod/mini';
import { phrase, type Text } from '../../../entities/phrases.ts';
import { forgivingEnum } from '../../../entities/scalars.ts';
import { Settings } from '../../../entities/settings.ts';
import { methods, methodTitle } from '../../../methods/methods.ts';
import type { Level } from '../../definition.ts';
import { runnableLevel } from './single-level.ts';

/** The density functional that single points on the geometries of a fast method are made with. */
export const refinementMethod = 'r2scan_3c';

/** Single points on the geometries of a semiempirical method or a force field; `auto` is chosen by the expected time. */
export const refinementSetting = z._default(forgivingEnum(['auto', 'none', refinementMethod]), 'auto');
export type Refinement = z.output<typeof refinementSetting>;

/** Whether a method's energies are those that a refinement replaces: semiempirical methods and force fields. */
export function isRefinable(method: string): boolean {
  const family = methods.get(method)?.family;
  return family === 'semiempirical' || family === 'force field';
}

/** The level of the single points, in the solvent of the geometries; null where none were asked for or the method is a better one itself. */
export function refinementLevel(geometry: Settings, refinement: Refinement): Settings | null {
  if (refinement !== refinementMethod || !isRefinable(geometry.method)) return null;
  const solvent = geometry.solvent_settings?.solvent;
  return runnableLevel(
    z.parse(Settings, {
      method: refinementMethod,
      tasks: ['energy'],
      solvent_settings: solvent ? { solvent, model: 'cpcm' } : null,
    }),
  );
}

/** The levels of a type that refines: that of the geometries, at this path, and that of the single points. */
export function refinedLevels(geometry: Settings, refinement: Refinement, path: string): Level[] {
  const second = refinementLevel(geometry, refinement);
  const first = { settings: geometry, field: `${path}.method` };
  return second ? [first, { settings: second, field: 'refinement' }] : [first];
}

/** Returns what ran, for headings and values: "geometry GFN2-xTB, energies r²SCAN-3c"; without single points the method alone. */
export function refinedWords(geometry: Settings, refinement: Refinement): Text {
  const level = refinementLevel(geometry, refinement);
  const method = methodTitle(geometry.method);
  return level === null
    ? method
    : phrase('geometry {geometry}, energies {energies}', { geometry: method, energies: methodTitle(level.method) });
}
