import { compositeBasisSets, dispersionBuiltIn } from './method-traits.ts';

interface Level {
  method: string;
  basis_set?: { name: string } | null | undefined;
  corrections?: readonly string[] | undefined;
  solvent_settings?: { solvent: string; model: string } | null | undefined;
}

/**
 * Level of theory as the platform writes it: `r2scan_3c/cpcm(water)`, `b3lyp-d3bj/6-31g(d)`. The basis set is left out where the method brings its own,
 * the correction where it is a part of the method.
 */
export function levelOfTheory(level: Level): string {
  const composite = compositeBasisSets.has(level.method);
  const corrections = composite || dispersionBuiltIn.has(level.method) ? [] : (level.corrections ?? []);
  const parts = [[level.method, ...corrections].join('-')];
  if (level.basis_set && !composite) parts.push(level.basis_set.name.toLowerCase());
  if (level.solvent_settings)
    parts.push(`${level.solvent_settings.model.toLowerCase()}(${level.solvent_settings.solvent})`);
  return parts.join('/');
}

/** Levels of a chain, last first: `r2scan_3c/cpcm(water)//gfn2_xtb`. */
export function chainOfTheory(stages: readonly Level[]): string {
  return [...stages].reverse().map(levelOfTheory).join('//');
}
