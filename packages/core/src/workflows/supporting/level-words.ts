import type { Settings } from '../../entities/settings.ts';
import { canonicalBasisSet } from '../../methods/basis-sets.ts';
import { correctionTitles } from '../../methods/corrections.ts';
import { compositeBasisSets, dispersionBuiltIn } from '../../methods/method-traits.ts';
import { solventTitle } from '../../methods/solvents.ts';
import { titleOfMethod } from '../items/value-method.ts';

const solventModels: ReadonlyMap<string, string> = new Map([
  ['alpb', 'ALPB'],
  ['gbsa', 'GBSA'],
  ['cpcmx', 'CPCM-X'],
  ['cpcm', 'C-PCM'],
  ['cosmo', 'COSMO'],
  ['pcm', 'IEF-PCM'],
  ['SMD', 'SMD'],
]);

/**
 * Level of theory as journals print it: "B3LYP-D3(BJ)/6-31G(d)/SMD(water)", "r²SCAN-3c", "GFN2-xTB/ALPB(water)". The basis set is left out where the method
 * brings its own, the correction where it is a part of the method.
 */
export function levelInWords(
  level: Pick<Settings, 'method' | 'basis_set' | 'corrections' | 'solvent_settings'>,
): string {
  const { method, basis_set, corrections, solvent_settings } = level;
  const composite = compositeBasisSets.has(method);
  const added = composite || dispersionBuiltIn.has(method) ? [] : (corrections ?? []);
  const name = [titleOfMethod(method), ...added.map((one) => correctionTitles.get(one) ?? one)].join('-');
  const solvent = solvent_settings
    ? [
        `${solventModels.get(solvent_settings.model) ?? solvent_settings.model}(${withinText(solventTitle(solvent_settings.solvent))})`,
      ]
    : [];
  return [
    name,
    ...(basis_set && !composite ? [canonicalBasisSet(basis_set.name) ?? basis_set.name] : []),
    ...solvent,
  ].join('/');
}

/** A title as it is written inside a sentence: "water", but "N-Methylpyrrolidone". */
export const withinText = (title: string): string =>
  title.replace(/^[A-Z](?=[a-z]+\b)/, (letter) => letter.toLowerCase());
