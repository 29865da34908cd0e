import type { ConformerGenerationSettings } from './conformer-generation.ts';

/** Works to cite for a generator. */
export function generatorCitations({ settings_type }: ConformerGenerationSettings): string[] {
  if (settings_type === 'imtd') return ['crest'];
  if (settings_type === 'lyrebird') return ['lyrebird'];
  if (settings_type === 'monte_carlo_multiple_minimum') return ['monte_carlo_multiple_minimum', 'mmff94'];
  if (settings_type === 'openconf') return ['openconf', 'etkdg', 'mmff94'];
  return ['etkdg', 'mmff94'];
}
