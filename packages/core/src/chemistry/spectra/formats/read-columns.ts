import {
  type MeasuredCurve,
  type MeasuredKind,
  type MeasuredXUnit,
  type MeasuredYUnit,
  measuredLimits,
  NoSpectrum,
  type ReadSpectra,
} from '../measured.ts';
import { phrase, type SpectrumText } from '../spectrum-texts.ts';

const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Lines of headings and comments that may be before the numbers. */
const mostHeadings = 500;

/** How the lines of a file are cut into columns. */
interface Columns {
  cut: (line: string) => string[];
  hasDecimalCommas: boolean;
}

/** Finds out what separates the columns: a tab, a semicolon, a comma, or blanks; decimal commas where nothing else is a comma. */
function columnsOf(lines: readonly string[]): Columns {
  const some = lines.slice(0, 200).filter((line) => /\d/.test(line));
  const have = (mark: string) => some.filter((line) => line.includes(mark)).length > some.length / 2;
  const clean = (each: string) => each.trim().replace(/^"|"$/g, '').trim();
  const decimal = some.some((line) => /\d,\d/.test(line)) && !some.some((line) => /\d\.\d/.test(line));
  if (have('\t')) return { cut: (line) => line.split('\t').map(clean), hasDecimalCommas: decimal };
  if (have(';')) return { cut: (line) => line.split(';').map(clean), hasDecimalCommas: decimal };
  const blanks = (line: string) =>
    line
      .trim()
      .split(/[ \t]+/)
      .map(clean);
  const byBlanks = some.filter((line) => blanks(line).length > 1).length > some.length / 2;
  if (byBlanks && decimal && !some.some((line) => /,\s/.test(line))) return { cut: blanks, hasDecimalCommas: true };
  if (have(',')) return { cut: (line) => line.split(',').map(clean), hasDecimalCommas: false };
  return { cut: blanks, hasDecimalCommas: decimal };
}

function numberIn(text: string, hasDecimalCommas: boolean): number {
  const written = hasDecimalCommas ? text.replace(',', '.') : text;
  return plainNumber.test(written) ? Number(written) : Number.NaN;
}

function xUnitOf(heading: string): MeasuredXUnit | null {
  const name = heading.toLowerCase();
  if (/cm\^?-1|cm⁻¹|1\/cm|wavenumber/.test(name)) return 'cm-1';
  if (/\bnm\b|wavelength|nanomet/.test(name)) return 'nm';
  if (/\bum\b|µm|micro/.test(name)) return 'um';
  if (/\bev\b|energy/.test(name)) return 'eV';
  return /ppm|shift/.test(name) ? 'ppm' : null;
}

function yUnitOf(heading: string): MeasuredYUnit | null {
  const name = heading.toLowerCase();
  if (/%\s*t|percent|per cent/.test(name)) return 'percent';
  if (/transmi/.test(name)) return 'transmittance';
  if (/Δε|delta\s*eps/i.test(name)) return 'delta_epsilon';
  if (/mdeg|millideg|ellipt|\bcd\b/.test(name)) return 'millidegrees';
  if (/eps|ε|molar/.test(name)) return 'molar_absorptivity';
  return /absorb|\babs\b/.test(name) ? 'absorbance' : null;
}

/** The unit that an axis most likely has, for the spectrum that it was given for. */
function likelyXUnit(kind: MeasuredKind | null, x: Float64Array): MeasuredXUnit {
  const most = x.reduce((high, each) => Math.max(high, each), Number.NEGATIVE_INFINITY);
  if (kind === 'proton_nmr' || kind === 'carbon_nmr') return 'ppm';
  if (kind === 'infrared') return most < 60 ? 'um' : 'cm-1';
  if (kind === null) return most > 1200 ? 'cm-1' : 'nm';
  if (most < 15) return 'eV';
  return most > 5000 ? 'cm-1' : 'nm';
}

/** What the heights of an infrared spectrum look like: transmittance where most points are near the top. */
function likelyYUnit(kind: MeasuredKind | null, y: Float64Array): MeasuredYUnit {
  if (kind !== 'infrared') return kind === 'absorption' ? 'absorbance' : 'arbitrary';
  const sorted = Float64Array.from(y).sort();
  const [low, middle, high] = [sorted[0] ?? 0, sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0];
  if (middle - low < 0.6 * (high - low)) return 'absorbance';
  return high > 2 ? 'percent' : 'transmittance';
}

/**
 * Reads columns of numbers, separated by tabs, semicolons, commas or blanks, with decimal points or commas: the first column is the axis, each further
 * one a spectrum. One column is a list of peaks. Lines before the first numbers are headings and comments.
 * @param kind what the file is read for, which decides units that it does not name
 * @throws NoSpectrum where there are no such columns
 */
export function readColumns(text: string, kind: MeasuredKind | null): ReadSpectra {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const { cut, hasDecimalCommas } = columnsOf(lines);
  const rows: number[][] = [];
  let heading: string[] = [];
  let skipped = 0;
  let before = 0;
  for (const line of lines) {
    const cells = cut(line);
    const numbers = cells.map((cell) => numberIn(cell, hasDecimalCommas));
    if (numbers.length > 0 && numbers.slice(0, 2).every(Number.isFinite)) rows.push(numbers);
    else if (rows.length === 0) heading = cells;
    else skipped += 1;
    // What is no spectrum is not read to its end.
    if (rows.length === 0 && ++before > mostHeadings) break;
    if (rows.length > measuredLimits.points)
      throw new NoSpectrum(phrase('The file has more than {count} points.', { count: measuredLimits.points }));
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const notes: SpectrumText[] = [];
  if (skipped === 1) notes.push('One line holds no two numbers and was left out.');
  if (skipped > 1) notes.push(phrase('{count} lines hold no two numbers and were left out.', { count: skipped }));
  if (width === 1) return { spectra: [peakList(rows, kind)], notes };
  if (width < 2 || rows.length < 3)
    throw new NoSpectrum('The file is neither JCAMP-DX nor two columns of numbers with at least three rows.');
  const x = Float64Array.from(rows, ([first]) => first ?? 0);
  const named = xUnitOf(heading[0] ?? '');
  const columns = Array.from({ length: width - 1 }, (_, at) => at + 1).filter((column) =>
    rows.every((row) => Number.isFinite(row[column])),
  );
  if (columns.length < width - 1) notes.push('Columns with gaps were left out.');
  if (columns.length > measuredLimits.spectra)
    notes.push(phrase('The first {count} columns were taken.', { count: measuredLimits.spectra }));
  const spectra = columns.slice(0, measuredLimits.spectra).map((column): MeasuredCurve => {
    const y = Float64Array.from(rows, (row) => row[column] ?? 0);
    const unit = yUnitOf(heading[column] ?? '');
    return {
      title: columns.length > 1 ? (heading[column] ?? `Column ${column + 1}`).slice(0, 200) : '',
      kind,
      xUnit: named ?? likelyXUnit(kind, x),
      yUnit: unit ?? likelyYUnit(kind, y),
      guessed: named === null || unit === null,
      form: 'columns',
      block: columns.length > 1 ? column : 0,
      field: null,
      x,
      y,
    };
  });
  return { spectra, notes };
}

function peakList(rows: readonly number[][], kind: MeasuredKind | null): MeasuredCurve {
  const x = Float64Array.from(rows, ([first]) => first ?? 0);
  const unit = likelyXUnit(kind, x);
  return {
    title: '',
    kind,
    xUnit: unit,
    yUnit: 'arbitrary',
    guessed: true,
    form: 'peaks',
    block: 0,
    field: null,
    x,
    y: x.map(() => 1),
  };
}
