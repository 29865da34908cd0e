import type { CalculationProvenance, CalculationSummary } from '@cuvette/core/entities';
import { levelOfTheory, methods, methodTitle } from '@cuvette/core/methods';
import type { Words } from '../words.ts';

/** Returns what ran, as headings print it: "GFN2-xTB/alpb(water) (tblite 0.8.0)". */
export function ranLevel(provenance: CalculationProvenance, words: Words): string {
  const { ran } = provenance;
  const engine = ran.engine_version ? words.info.version(ran.engine, ran.engine_version) : ran.engine;
  return words.info.level(levelText(ran), engine);
}

/** Returns what was asked for: "GFN2-xTB (tblite)". */
export function requestedLevel(provenance: CalculationProvenance, words: Words): string {
  const { requested } = provenance;
  const level = levelText(requested);
  return requested.engine ? words.info.level(level, requested.engine) : level;
}

/** Returns what is known to have run for a calculation: from its provenance, else from its settings. */
export function levelOfCalculation(summary: CalculationSummary, words: Words): string {
  if (summary.provenance) return ranLevel(summary.provenance, words);
  const level = levelText({ method: summary.settings.method, settings: summary.settings });
  return summary.engine ? words.info.level(level, summary.engine) : level;
}

/**
 * The levels of theory of an item's stages, last first and each once: by the methods' titles ("r²SCAN-3c//GFN2-xTB") and as the platform spells them
 * ("r2scan_3c//gfn2_xtb"), with basis set and solvent where a stage records them. Several single points on one geometry do not follow each other: each
 * is before the level of that geometry ("B3LYP/6-31g(d)//GFN2-xTB + r²SCAN-3c//GFN2-xTB").
 */
export function levelsThatRan(stages: readonly Readonly<Record<string, unknown>>[]): {
  titles: string;
  spelled: string;
} {
  const chain = new Map<string, string>();
  const points = new Map<string, string>();
  for (const { method, level, optimized } of stages) {
    const title = typeof method === 'string' ? methods.get(method)?.title : undefined;
    if (typeof method !== 'string' || title === undefined) continue;
    const spelled = typeof level === 'string' && level.startsWith(method) ? level : method;
    const ran: [string, string] = [spelled, title + spelled.slice(method.length)];
    if (optimized === false && chain.size > 0) {
      if ([...chain.keys()].at(-1) !== spelled) put(points, ...ran);
      continue;
    }
    // The same levels ran on another piece.
    if (points.size > 0 && chain.has(spelled)) continue;
    // Another geometry made after single points follows them.
    for (const point of points) put(chain, ...point);
    points.clear();
    put(chain, ...ran);
  }
  const together = (pick: 0 | 1) => {
    const geometry = [...chain].map((level) => level[pick]).reverse();
    if (points.size === 0) return geometry.join('//');
    return [...points]
      .map((point) => [point[pick], ...geometry].join('//'))
      .reverse()
      .join(' + ');
  };
  return { titles: together(1), spelled: together(0) };
}

/** Puts a level last, also where it ran before: what ran last is written first. */
function put(levels: Map<string, string>, spelled: string, title: string): void {
  levels.delete(spelled);
  levels.set(spelled, title);
}

/** Method by its title, with corrections, basis set and solvent as the platform writes a level of theory. */
function levelText(level: { method: string; settings?: unknown }): string {
  const title = methodTitle(level.method);
  const settings = (level.settings ?? {}) as Partial<CalculationSummary['settings']>;
  const full = levelOfTheory({
    method: level.method,
    basis_set: settings.basis_set ?? null,
    corrections: settings.corrections ?? [],
    solvent_settings: settings.solvent_settings ?? null,
  });
  return title === level.method ? full : full.replace(level.method, title);
}
