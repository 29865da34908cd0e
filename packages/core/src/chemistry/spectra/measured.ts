import { SpectrumProblem, type SpectrumText } from './spectrum-texts.ts';

/** Kinds of spectra that are computed, by what they are measured with. */
export const measuredKinds = ['infrared', 'absorption', 'dichroism', 'proton_nmr', 'carbon_nmr'] as const;
export type MeasuredKind = (typeof measuredKinds)[number];

/** Units of the horizontal axis of a measured spectrum. */
export const measuredXUnits = ['cm-1', 'um', 'nm', 'eV', 'ppm', 'Hz'] as const;
export type MeasuredXUnit = (typeof measuredXUnits)[number];

/** Units of its heights; `percent` is the transmittance in per cent, `millidegrees` the ellipticity. */
export const measuredYUnits = [
  'absorbance',
  'transmittance',
  'percent',
  'molar_absorptivity',
  'delta_epsilon',
  'millidegrees',
  'arbitrary',
] as const;
export type MeasuredYUnit = (typeof measuredYUnits)[number];

/** How a file wrote its numbers: plain, in one of the compressed forms of JCAMP-DX, as a table of peaks, or in columns. */
export const measuredForms = ['AFFN', 'PAC', 'SQZ', 'DIF', 'DIFDUP', 'peaks', 'columns'] as const;
export type MeasuredForm = (typeof measuredForms)[number];

/** One spectrum as it was read from a file, in the order of the file. */
export interface MeasuredCurve {
  title: string;
  /** Null where the file does not tell what was measured. */
  kind: MeasuredKind | null;
  xUnit: MeasuredXUnit;
  yUnit: MeasuredYUnit;
  /** Whether the units are what the numbers look like, because the file does not name them. */
  guessed: boolean;
  form: MeasuredForm;
  /** Number of the block in the file, from 1; 0 where it has no blocks. */
  block: number;
  /** Frequency of the spectrometer in MHz, of NMR; null where it is not known. */
  field: number | null;
  x: Float64Array;
  y: Float64Array;
}

/** What a file gave: its spectra, and a sentence for each thing that was left out or may be wrong. */
export interface ReadSpectra {
  spectra: MeasuredCurve[];
  notes: SpectrumText[];
}

/** A file that holds no spectrum; its text says why. */
export class NoSpectrum extends SpectrumProblem {}

/** Most points of one spectrum, most characters of a file, most spectra that are taken of one. */
export const measuredLimits = { points: 131_072, characters: 4_000_000, spectra: 8 } as const;

/** The kinds that an axis in a unit belongs to. */
export function kindsOfUnit(unit: MeasuredXUnit): readonly MeasuredKind[] {
  if (unit === 'ppm' || unit === 'Hz') return ['proton_nmr', 'carbon_nmr'];
  return unit === 'um' ? ['infrared'] : ['infrared', 'absorption', 'dichroism'];
}
