import {
  kindsOfUnit,
  type MeasuredCurve,
  measuredLimits,
  NoSpectrum,
  readSpectra,
  sentenceOf,
  writeJcamp,
} from '@cuvette/core/chemistry/spectra';
import { type AddSpectrum, type ChangeSpectrum, type MeasuredSpectrum, SpectrumDetails } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';
import type { NewSpectrum } from '../store/spectra.ts';

/** The file of a measured spectrum as it is kept: JCAMP-DX with plain numbers, whatever it came as. */
const fileOf = (curve: Pick<MeasuredCurve, 'x' | 'y'>, details: SpectrumDetails): string =>
  writeJcamp({
    title: details.title,
    kind: details.kind,
    xUnit: details.x_unit,
    yUnit: details.y_unit,
    field: details.field,
    isPeaks: details.source.form === 'peaks',
    origin: 'measured',
    comments: [`Read from ${details.source.filename || 'pasted text'}`],
    x: curve.x,
    y: curve.y,
  });

function checkedUnits(details: SpectrumDetails): SpectrumDetails {
  if (kindsOfUnit(details.x_unit).includes(details.kind)) return details;
  throw new HttpProblem(422, `The axis of this kind of spectrum is not in ${details.x_unit}.`, 'x_unit');
}

/**
 * Reads the spectra of an uploaded text and says of each what is kept.
 * @throws HttpProblem (422) where it holds none, or does not say what was measured
 */
export function spectraToKeep(body: z.output<typeof AddSpectrum>): { spectra: NewSpectrum[]; notes: string[] } {
  if (body.text.length > measuredLimits.characters)
    throw new HttpProblem(413, `A spectrum has at most ${measuredLimits.characters / 1e6} million characters.`, 'text');
  let read: ReturnType<typeof readSpectra>;
  try {
    read = readSpectra(body.text, body.kind ?? null);
  } catch (error) {
    if (error instanceof NoSpectrum) throw new HttpProblem(422, error.message, 'text');
    throw error;
  }
  const filename = body.filename.slice(-200);
  const spectra = read.spectra.map((curve): NewSpectrum => {
    const kind = body.kind ?? curve.kind;
    if (kind === null)
      throw new HttpProblem(
        422,
        'The file does not say what was measured: give `kind`, for instance "infrared".',
        'kind',
      );
    const details = checkedUnits(
      z.parse(SpectrumDetails, {
        title: body.title ?? (curve.title || filename || 'Measured'),
        kind,
        x_unit: body.x_unit ?? curve.xUnit,
        y_unit: body.y_unit ?? curve.yUnit,
        field: body.field ?? curve.field,
        peaks: read.spectra.length === 1 ? body.peaks : [],
        fit: body.fit,
        points: curve.x.length,
        source: { filename, form: curve.form, block: curve.block },
        added_at: new Date().toISOString(),
      }),
    );
    return { details, text: fileOf(curve, details) };
  });
  return { spectra, notes: read.notes.map(sentenceOf) };
}

/** What becomes of a kept spectrum by a change; its file is written anew where it states something that changed. */
export function changedSpectrum(
  { name: _name, ...before }: MeasuredSpectrum,
  text: string,
  change: z.output<typeof ChangeSpectrum>,
): NewSpectrum {
  const details = checkedUnits(z.parse(SpectrumDetails, { ...before, ...change }));
  const stated = ['title', 'kind', 'x_unit', 'y_unit', 'field'] as const;
  if (stated.every((key) => details[key] === before[key])) return { details, text };
  const [curve] = readSpectra(text, before.kind).spectra;
  return { details, text: curve ? fileOf(curve, details) : text };
}
