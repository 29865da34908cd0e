interface Level {
  method: string;
  basis_set?: { name: string } | null | undefined;
  corrections?: readonly string[] | undefined;
  solvent_settings?: { solvent: string; model: string } | null | undefined;
}

const basisBuiltIn = new Set(['hf_3c', 'b97_3c', 'r2scan_3c', 'wb97x_3c']);

/** Level of theory as the platform writes it: `r2scan_3c/cpcm(water)`, `b3lyp-d3bj/6-31g(d)`. The basis set is left out where the method brings its own. */
export function levelOfTheory(level: Level): string {
  const method = [level.method, ...(level.corrections ?? [])].join('-');
  const parts = [method];
  if (level.basis_set && !basisBuiltIn.has(level.method)) parts.push(level.basis_set.name.toLowerCase());
  if (level.solvent_settings)
    parts.push(`${level.solvent_settings.model.toLowerCase()}(${level.solvent_settings.solvent})`);
  return parts.join('/');
}

/** Levels of a chain, last first: `r2scan_3c/cpcm(water)//gfn2_xtb`. */
export function chainOfTheory(stages: readonly Level[]): string {
  return [...stages].reverse().map(levelOfTheory).join('//');
}
