import type { Settings } from '../../entities/settings.ts';

/** Works to cite for what levels of theory do besides their methods: the optimizer, thermochemistry and the solvent model. */
export function levelCitations(levels: readonly Settings[]): string[] {
  const asks = (...wanted: string[]) => levels.some(({ tasks }) => tasks.some((task) => wanted.includes(task)));
  return [
    ...(asks('optimize', 'optimize_ts') ? ['geometric'] : []),
    ...(asks('frequencies') ? ['quasi_harmonic'] : []),
    ...levels.flatMap(({ solvent_settings }) => (solvent_settings ? [solvent_settings.model] : [])),
  ];
}
