import { phrase, sentences } from '../../../entities/phrases.ts';
import type { NamedValue } from '../../definition.ts';
import type { HeadlineWords } from '../../headline.ts';
import type { ListedValues } from './descriptor-values.ts';

/** Descriptors that have a name to quote: what a medicinal chemist looks at first. */
const quoted = [
  { path: 'MW', title: 'Molecular weight', unit: 'Da', precision: 2 },
  { path: 'SLogP', title: 'LogP (Crippen)', unit: null, precision: 2 },
  { path: 'TopoPSA', title: 'Topological polar surface', unit: 'Å²', precision: 1 },
] as const;

/** Molecular weight, logP and polar surface of the stored descriptors. */
export function quotedDescriptors(numbers: ListedValues['numbers']): NamedValue[] {
  return quoted.map((each) => ({
    ...each,
    value: numbers.find(({ name }) => name === each.path)?.value ?? null,
    // GFN1-xTB runs after it, for charges and Fukui indices alone.
    stage: { engine: 'mordred' },
  }));
}

/** The three best known descriptors, and how many there are. */
export function descriptorHeadline(numbers: ListedValues['numbers']): HeadlineWords {
  if (numbers.length === 0) return { values: [], sentence: null };
  const missing = numbers.filter(({ value }) => value === null).length;
  const found = quotedDescriptors(numbers).some(({ value }) => value !== null);
  const count = phrase('{count} descriptors', { count: numbers.length });
  return {
    values: found
      ? [
          { of: 'MW', label: null },
          { of: 'SLogP', label: 'logP' },
          { of: 'TopoPSA', label: 'TPSA' },
        ]
      : [{ title: 'Descriptors', label: null, text: count, order: numbers.length }],
    sentence: sentences(
      found ? phrase('{count} descriptors were computed.', { count: numbers.length }) : null,
      missing > 0 ? phrase('{count} of them have no value for this molecule.', { count: missing }) : null,
    ),
  };
}
