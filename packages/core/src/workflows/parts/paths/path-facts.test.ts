import { expect, test } from 'vitest';
import { contentsInWords, pathFacts } from './path-facts.ts';

const atom = (atomic_number: number, x: number) => ({ atomic_number, position: [x, 0, 0] as [number, number, number] });
const carbonMonoxide = [atom(6, 0), atom(8, 1.13)];
const apart = { atoms: [...carbonMonoxide, atom(1, 6), atom(1, 6.74)] as never, energy: -1.02 };
const saddle = { atoms: [] as never, energy: -0.9 };

test('molecules of an end are named, largest first where they differ in size', () => {
  expect(contentsInWords(apart)).toBe('CO + H2');
  // GFN2-xTB has 0.777 Å.
  expect(contentsInWords({ atoms: [...carbonMonoxide, atom(1, 6), atom(1, 6.777)] as never })).toBe('CO + H2');
});

test('barriers are reported from both sides, and what was not read is left out', () => {
  const start = { title: 'Reactant', structure: { atoms: carbonMonoxide as never, energy: -1 } };
  const facts = pathFacts({ saddle, start, end: { title: 'Product', structure: apart } });
  const values = facts.map((fact) => ('value' in fact ? [fact.title, Number(fact.value?.toFixed(2))] : fact));
  expect(values).toEqual([
    ['Barrier from: Reactant', 62.75],
    ['Barrier from: Product', 75.3],
    ['Energy of the reaction', -12.55],
    { title: 'Reactant', text: 'CO' },
    { title: 'Product', text: 'CO + H2' },
  ]);
  const unread = { title: 'Product', structure: null };
  expect(pathFacts({ saddle: null, start, end: unread })).toEqual([{ title: 'Reactant', text: 'CO' }]);
});
