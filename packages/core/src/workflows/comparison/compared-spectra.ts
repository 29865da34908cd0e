import type { SpectrumKind, StickSpectrum } from '../spectra.ts';
import type { ComparedItem } from './energy-differences.ts';

/** The spectrum of an item among those of others. */
export interface ItemSpectrum extends StickSpectrum {
  uuid: string;
}

/** Spectra of one kind of several items. */
export interface ComparedSpectra {
  kind: SpectrumKind;
  spectra: readonly ItemSpectrum[];
}

/** The spectra of several items by their kind. One that a single item has is left out, for there is nothing to hold it against. */
export function comparedSpectra(items: readonly ComparedItem[]): ComparedSpectra[] {
  const all = items.flatMap(({ item, definition, molecules }) =>
    (definition?.spectra(item, molecules) ?? []).map((spectrum) => ({ ...spectrum, uuid: item.uuid })),
  );
  return [...Map.groupBy(all, ({ kind }) => kind)].flatMap(([kind, spectra]) =>
    spectra.length > 1 ? [{ kind, spectra }] : [],
  );
}
