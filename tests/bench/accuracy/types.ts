import { catalogue } from '@cuvette/core/workflows/catalogue';
import type { TypeAccuracy } from '@cuvette/core/workflows/type-entry';
import { accuracies } from '@cuvette/core/workflows/types/all';

/** The types of the page, those that compute by themselves, with their titles, in the order of the menus. */
export function typesOfPage(): (TypeAccuracy & { type: string; title: string })[] {
  return catalogue.flatMap(({ type, title }) => {
    const found = accuracies[type];
    return found ? [{ ...found, type, title }] : [];
  });
}
