import { type MeasuredKind, measuredLimits, NoSpectrum, type ReadSpectra } from '../measured.ts';
import { phrase } from '../spectrum-texts.ts';
import { readColumns } from './read-columns.ts';
import { isJcamp, readJcamp } from './read-jcamp.ts';

/**
 * Reads the measured spectra of a file: JCAMP-DX, CSV, or columns of numbers.
 * @param kind what the file is read for; it decides what the file does not name
 * @throws NoSpectrum, as text, where the file holds none that can be drawn
 */
export function readSpectra(text: string, kind: MeasuredKind | null): ReadSpectra {
  if (text.length > measuredLimits.characters)
    throw new NoSpectrum(
      phrase('The file has more than {count} million characters.', { count: measuredLimits.characters / 1e6 }),
    );
  if (text.trim() === '') throw new NoSpectrum('The file is empty.');
  if (text.includes('\0')) throw new NoSpectrum('The file is binary. Export the spectrum as JCAMP-DX or CSV.');
  return isJcamp(text) ? readJcamp(text) : readColumns(text, kind);
}
