import { expect } from 'vitest';
import { inEnglish } from '../entities/phrases.ts';
import { isPhrase } from './written.ts';

// A test writes a text with values as the English sentence that a person reads; `phrases.test.ts` and the tests of the German look at identifiers.
expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (typeof one === 'string' && isPhrase(other)) return one === inEnglish(other);
    if (typeof other === 'string' && isPhrase(one)) return other === inEnglish(one);
    return undefined;
  },
]);
