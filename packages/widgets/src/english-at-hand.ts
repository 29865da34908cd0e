import type { Words } from './words.ts';
import { sharedWords } from './words-shared.ts';

/**
 * The English table as far as it is on the page: the words that all elements need, and those of each view once its script is there. Typed as the
 * whole, for a view never asks for a section that it has not added; `tests/scripts/words.test.ts` follows the imports to see to that.
 */
export const englishAtHand = { ...sharedWords } as Words;

/** Adds the sections of a view. Called by the module of the view, where it is loaded. */
export function addEnglish(sections: Partial<Words>): void {
  Object.assign(englishAtHand, sections);
}
