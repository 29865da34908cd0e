import * as z from 'zod/mini';
import { heightFits, placeFits } from '../chemistry/spectra/matching/fit.ts';
import { measuredForms, measuredKinds, measuredXUnits, measuredYUnits } from '../chemistry/spectra/measured.ts';
import { optionalNull } from './scalars.ts';

const finite = z.number();
const mostPeaks = 500;

/** Most measured spectra that one item keeps. */
export const mostSpectra = 20;

/** A peak of a measured spectrum, in the unit of its axis, and the computed line that it is assigned to: its number in the table, from 0; null for none. */
export const MeasuredPeak = z.object({
  position: finite,
  height: z._default(finite, 1),
  line: optionalNull(z.int().check(z.minimum(0), z.maximum(100_000))),
});
export type MeasuredPeak = z.infer<typeof MeasuredPeak>;

/** How a measured spectrum is drawn over the computed one. */
export const SpectrumFit = z.object({
  places: z._default(z.enum(placeFits), 'none'),
  heights: z._default(z.enum(heightFits), 'maximum'),
});
export type SpectrumFit = z.infer<typeof SpectrumFit>;

const changed = {
  title: z.string().check(z.maxLength(200)),
  kind: z.enum(measuredKinds),
  x_unit: z.enum(measuredXUnits),
  y_unit: z.enum(measuredYUnits),
  /** MHz of the spectrometer, of NMR. */
  field: z.nullable(z.number().check(z.minimum(1), z.maximum(5000))),
  peaks: z.array(MeasuredPeak).check(z.maxLength(mostPeaks)),
  fit: SpectrumFit,
} as const;

/** What is kept beside the points of a measured spectrum: `details` of its file. */
export const SpectrumDetails = z.object({
  ...changed,
  field: optionalNull(changed.field),
  peaks: z._default(changed.peaks, []),
  fit: z._default(changed.fit, { places: 'none', heights: 'maximum' }),
  points: z.int().check(z.minimum(1)),
  /** Name, form and block of the file that it was read from. */
  source: z.object({
    filename: z.string().check(z.maxLength(200)),
    form: z.enum(measuredForms),
    block: z._default(z.int(), 0),
  }),
  added_at: z._default(z.string().check(z.maxLength(40)), ''),
});
export type SpectrumDetails = z.infer<typeof SpectrumDetails>;

/** A measured spectrum of an item; `name` is that of its file and the last part of its address. */
export const MeasuredSpectrum = z.extend(SpectrumDetails, { name: z.string() });
export type MeasuredSpectrum = z.infer<typeof MeasuredSpectrum>;

/** Answer of `GET /api/workflow/{uuid}/spectra`, in the order of their names. */
export const MeasuredSpectra = z.object({ spectra: z.array(MeasuredSpectrum) });
export type MeasuredSpectra = z.infer<typeof MeasuredSpectra>;

/** Body of `POST /api/workflow/{uuid}/spectra`: a file as text, what it is, and how it is drawn. What is left out is taken from the file. */
export const AddSpectrum = z.looseObject({
  text: z.string().check(z.minLength(1)),
  filename: z._default(z.string(), ''),
  title: z.optional(changed.title),
  kind: z.optional(changed.kind),
  x_unit: z.optional(changed.x_unit),
  y_unit: z.optional(changed.y_unit),
  field: z.optional(changed.field),
  peaks: z.optional(changed.peaks),
  fit: z.optional(changed.fit),
});
export type AddSpectrum = z.input<typeof AddSpectrum>;

/** Answer to it: the spectra that the file gave, and what was left out or may be wrong. */
export const AddedSpectra = z.object({ spectra: z.array(MeasuredSpectrum), notes: z.array(z.string()) });
export type AddedSpectra = z.infer<typeof AddedSpectra>;

/** Body of `POST /api/workflow/{uuid}/spectra/{name}`: what is left out stays. */
export const ChangeSpectrum = z.looseObject({
  title: z.optional(changed.title),
  kind: z.optional(changed.kind),
  x_unit: z.optional(changed.x_unit),
  y_unit: z.optional(changed.y_unit),
  field: z.optional(changed.field),
  peaks: z.optional(changed.peaks),
  fit: z.optional(changed.fit),
});
export type ChangeSpectrum = z.input<typeof ChangeSpectrum>;

/** Media type of the file of a measured spectrum, and where the item keeps it. */
export const spectrumFile = { type: 'chemical/x-jcamp-dx', folder: 'spectra/', ending: '.jdx' } as const;
