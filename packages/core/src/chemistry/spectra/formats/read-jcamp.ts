import {
  type MeasuredCurve,
  type MeasuredForm,
  type MeasuredKind,
  type MeasuredXUnit,
  type MeasuredYUnit,
  measuredLimits,
  NoSpectrum,
  type ReadSpectra,
} from '../measured.ts';
import { joined, phrase, type SpectrumText } from '../spectrum-texts.ts';
import { type JcampBlock, jcampBlocks, numberOf, textOf } from './jcamp-blocks.ts';
import { decodeOrdinates, decodePairs, Unreadable } from './jcamp-values.ts';

/** Points of a block with the factors applied, in the units that it names. */
interface BlockPoints {
  x: number[];
  y: number[];
  xUnits: string;
  yUnits: string;
  form: MeasuredForm;
  notes: SpectrumText[];
}

/** What the data type of a block is: one of ours, or why it is left out. */
function kindOf(block: JcampBlock, where: SpectrumText): { kind: MeasuredKind | null; problem?: SpectrumText } {
  const type = textOf(block, 'DATATYPE').toUpperCase();
  const leftOut = (id: string) => ({ kind: null, problem: phrase(id, { where, type: type.slice(0, 60) }) });
  if (/FID/.test(type))
    return leftOut('{where} is a free induction decay ("{type}"); transform it to a spectrum first.');
  if (/^ND |2D|^2-D/.test(type)) return leftOut('{where} has two dimensions ("{type}"); one dimension is drawn.');
  if (/MASS|RAMAN|CHROMATO|ION MOBILITY|DIFFRACT/.test(type))
    return leftOut('{where} is "{type}", which none of the computed spectra is compared with.');
  if (/INFRARED|\bIR\b/.test(type)) return { kind: 'infrared' };
  if (/CIRCULAR|DICHRO|\bE?CD\b/.test(type)) return { kind: 'dichroism' };
  if (/UV|ULTRAVIOLET|VISIBLE/.test(type)) return { kind: 'absorption' };
  if (!/NMR|NUCLEAR MAGNETIC/.test(type)) return { kind: null };
  const nucleus = textOf(block, '.OBSERVENUCLEUS', '$NUC1', '.NUCLEUS')
    .replace(/[^0-9A-Z]/gi, '')
    .toUpperCase();
  if (nucleus === '' || nucleus === '1H' || nucleus === 'H1') return { kind: 'proton_nmr' };
  if (nucleus === '13C' || nucleus === 'C13') return { kind: 'carbon_nmr' };
  return {
    kind: null,
    problem: phrase('{where} is a spectrum of {nucleus}; ¹H and ¹³C are predicted.', {
      where,
      nucleus: nucleus.slice(0, 10),
    }),
  };
}

/** The column of a variable in the records of NTUPLES; -1 where it has none. */
function columnOf(block: JcampBlock, symbol: string): number {
  return textOf(block, 'SYMBOL')
    .split(',')
    .findIndex((each) => each.trim().toUpperCase() === symbol);
}

function entryOf(block: JcampBlock, label: string, column: number): string {
  return textOf(block, label).split(',')[column]?.trim() ?? '';
}

/** Factors, ends and units of the table of a block: of its own records, or of the variables X and R (or Y) of NTUPLES. */
function scaleOf(block: JcampBlock, table: JcampBlock['tables'][number]) {
  if (table.label !== 'DATATABLE') {
    return {
      xFactor: numberOf(block, 'XFACTOR') ?? 1,
      yFactor: numberOf(block, 'YFACTOR') ?? 1,
      first: numberOf(block, 'FIRSTX'),
      last: numberOf(block, 'LASTX'),
      count: numberOf(block, 'NPOINTS'),
      step: numberOf(block, 'DELTAX'),
      xUnits: textOf(block, 'XUNITS'),
      yUnits: textOf(block, 'YUNITS'),
    };
  }
  const symbol = /\(\s*([A-Z])\s*\+\+\s*\(\s*([A-Z])/i.exec(table.text);
  const [x, y] = [
    columnOf(block, symbol?.[1]?.toUpperCase() ?? 'X'),
    columnOf(block, symbol?.[2]?.toUpperCase() ?? 'R'),
  ];
  const number = (label: string, column: number) => {
    const value = Number.parseFloat(entryOf(block, label, column));
    return Number.isFinite(value) ? value : null;
  };
  return {
    xFactor: number('FACTOR', x) ?? 1,
    yFactor: number('FACTOR', y) ?? 1,
    first: number('FIRST', x),
    last: number('LAST', x),
    count: number('VARDIM', x),
    step: null,
    xUnits: entryOf(block, 'UNITS', x),
    yUnits: entryOf(block, 'UNITS', y),
  };
}

/** The points of the table of a block. Throws Unreadable for one that cannot be read. */
function pointsOf(block: JcampBlock, table: JcampBlock['tables'][number]): BlockPoints {
  const scale = scaleOf(block, table);
  const { xFactor, yFactor, xUnits, yUnits } = scale;
  const notes: SpectrumText[] = [];
  const shape = table.text.toUpperCase().replace(/\s/g, '');
  if (!shape.includes('++')) {
    const width = /^\(([A-Z]{2,4})\.\./.exec(shape)?.[1]?.length ?? 2;
    if (table.label === 'PEAKASSIGNMENTS' || /[<>]/.test(table.lines[0] ?? ''))
      throw new Unreadable('it lists assignments instead of points');
    const { x, y } = decodePairs(table.lines, width);
    if (x.length > measuredLimits.points)
      throw new Unreadable(phrase('it has more than {count} points', { count: measuredLimits.points }));
    const isPeaks = table.label === 'PEAKTABLE';
    const [byX, byY] = isPeaks ? [1, 1] : [xFactor, yFactor];
    return {
      x: x.map((each) => each * byX),
      y: y.map((each) => each * byY),
      xUnits,
      yUnits,
      form: isPeaks ? 'peaks' : 'AFFN',
      notes,
    };
  }
  const { values, form, failedChecks, failsAtEnd, starts } = decodeOrdinates(table.lines, measuredLimits.points);
  if (failedChecks === 1)
    throw new Unreadable('the check of its compressed numbers fails in one line, so the file is damaged');
  if (failedChecks > 1) {
    throw new Unreadable(
      phrase('the checks of its compressed numbers fail in {count} lines, so the file is damaged', {
        count: failedChecks,
      }),
    );
  }
  if (failsAtEnd) notes.push('The check at the end of the compressed numbers fails; the last points may be wrong.');
  const named = scale.count ?? values.length;
  const first = scale.first ?? (starts[0]?.x ?? 0) * xFactor;
  const fromEnds = scale.last !== null && named > 1 ? (scale.last - first) / (named - 1) : null;
  const step = fromEnds ?? scale.step;
  if (step === null || step === 0) throw new Unreadable('it does not say how far its points are apart');
  if (named !== values.length) {
    const counts = { count: values.length, named };
    notes.push(
      values.length < named
        ? phrase('{count} of {named} points are there: the file ends early.', counts)
        : phrase('{count} points are there, and the file announces {named}.', counts),
    );
  }
  // Abscissas at the starts of lines are rounded, so that a step of the axis is no contradiction.
  const off = starts.filter(
    ({ x, index }) => Math.abs(x * xFactor - (first + index * step)) > 2 * Math.abs(step) + Math.abs(xFactor),
  );
  if (off.length > 0)
    notes.push(
      phrase('The abscissas of {count} lines do not fit the axis; points may be missing.', { count: off.length }),
    );
  return {
    x: values.map((_, at) => first + at * step),
    y: values.map((each) => each * yFactor),
    xUnits,
    yUnits,
    form,
    notes,
  };
}

function xUnitOf(text: string, kind: MeasuredKind | null): MeasuredXUnit | null {
  const name = text.toUpperCase().replace(/\s/g, '');
  if (/^(?:1\/CM|CM-1|CM\^-1|WAVENUMBER)/.test(name)) return 'cm-1';
  if (/NANOMET|^NM$|\(NM\)/.test(name)) return 'nm';
  if (/MICROMET|MICRON|^UM$|^µM$/.test(name)) return 'um';
  if (/^(?:EV|ELECTRONVOLT)/.test(name)) return 'eV';
  if (/^(?:PPM|DELTA)/.test(name)) return 'ppm';
  if (/^(?:HZ|HERTZ)/.test(name)) return 'Hz';
  return kind === 'proton_nmr' || kind === 'carbon_nmr' ? 'ppm' : null;
}

function yUnitOf(text: string, kind: MeasuredKind | null, y: readonly number[]): MeasuredYUnit {
  const name = text.toUpperCase();
  if (/TRANSMI|%T/.test(name)) return /PER ?CENT|%/.test(name) || largest(y) > 2 ? 'percent' : 'transmittance';
  if (/DELTA ?EPS|Δε/i.test(name)) return 'delta_epsilon';
  if (/MDEG|MILLIDEG|ELLIPTIC/.test(name)) return 'millidegrees';
  if (/EPSILON|MOLAR|L ?MOL|M-1 ?CM-1/.test(name)) return kind === 'dichroism' ? 'delta_epsilon' : 'molar_absorptivity';
  return /ABSORB|^A$/.test(name.trim()) ? 'absorbance' : 'arbitrary';
}

const largest = (values: readonly number[]) =>
  values.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);

/** Shifts in ppm of abscissas in Hz: by the reference that the block names, else by the frequency of the spectrometer alone. */
function inPpm(block: JcampBlock, x: readonly number[], field: number): number[] {
  const reference = textOf(block, '.SHIFTREFERENCE').split(',');
  const [point, shift] = [Number(reference[2]), Number(reference[3])];
  const at = x[Math.round(point) - 1];
  if (reference.length >= 4 && Number.isFinite(shift) && at !== undefined)
    return x.map((each) => shift + (each - at) / field);
  const offset = numberOf(block, '$OFFSET');
  const left = largest(x);
  if (offset !== null) return x.map((each) => offset + (each - left) / field);
  return x.map((each) => each / field);
}

/** The spectrum of a block with what may be wrong in it, or why the block is left out. `number` is 0 where it is the only one. */
function curveOf(
  block: JcampBlock,
  number: number,
  where: SpectrumText,
): { curve: MeasuredCurve; notes: SpectrumText[] } | { leftOut: SpectrumText } {
  const leftOut = (id: string, values: Readonly<Record<string, SpectrumText>> = {}) => ({
    leftOut: phrase(id, { where, ...values }),
  });
  const { kind, problem } = kindOf(block, where);
  if (problem) return { leftOut: problem };
  const [table] = block.tables;
  if (!table) return leftOut('{where} holds no points.');
  let points: BlockPoints;
  try {
    points = pointsOf(block, table);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return leftOut('{where} was not read: {reason}.', { reason: error.text });
  }
  const unit = xUnitOf(points.xUnits, kind);
  if (unit === null)
    return leftOut('{where} has its axis in "{unit}", which is not known here.', { unit: points.xUnits.slice(0, 40) });
  const field = numberOf(block, '.OBSERVEFREQUENCY', '$SFO1', '$BF1');
  let { x, y } = points;
  if (/LOG/i.test(points.yUnits) && /EPS/i.test(points.yUnits)) {
    y = y.map((each) => 10 ** each);
    points.notes.push('Heights are given as log ε and were converted to ε.');
  }
  let xUnit = unit;
  if (unit === 'Hz') {
    if (field === null || !(field > 0))
      return leftOut('{where} has its axis in Hz and does not name the frequency of the spectrometer.');
    x = inPpm(block, x, field);
    xUnit = 'ppm';
  }
  const kept = x.flatMap((each, at) => (Number.isFinite(each) && Number.isFinite(y[at]) ? [at] : []));
  if (kept.length < (points.form === 'peaks' ? 1 : 3)) return leftOut('{where} holds fewer than three points.');
  const title = textOf(block, 'TITLE').slice(0, 200);
  return {
    curve: {
      title,
      kind,
      xUnit,
      yUnit: yUnitOf(points.yUnits, kind, y),
      guessed: points.xUnits === '' || points.yUnits === '',
      form: points.form,
      block: number,
      field,
      x: Float64Array.from(kept, (at) => x[at] ?? 0),
      y: Float64Array.from(kept, (at) => y[at] ?? 0),
    },
    notes: points.notes,
  };
}

/** Blocks of one file that are looked at. */
const mostBlocks = 200;

/** Whether a text is a JCAMP-DX file: its first label is the title. */
export const isJcamp = (text: string): boolean =>
  text
    .slice(0, 5000)
    .split('\n')
    .some((line) => line.replace(/\s/g, '').toUpperCase().startsWith('##TITLE='));

/**
 * Reads the spectra of a JCAMP-DX file: versions 4.24, 5.00 and 5.01, numbers in AFFN, PAC, SQZ, DIF and DUP, tables of peaks, the real part of NTUPLES, and
 * any number of blocks, linked or one after the other. What is left out is named in `notes`.
 * @throws NoSpectrum where nothing is left
 */
export function readJcamp(text: string): ReadSpectra {
  const blocks = jcampBlocks(text).filter(({ tables, records }) => tables.length > 0 || !isLink(records));
  if (blocks.length > mostBlocks)
    throw new NoSpectrum(
      phrase('The file has {count} blocks; at most {most} are read.', { count: blocks.length, most: mostBlocks }),
    );
  const isAlone = blocks.length === 1;
  const found: ReadSpectra = { spectra: [], notes: [] };
  for (const [at, block] of blocks.entries()) {
    const where = isAlone ? 'The file' : phrase('Block {number}', { number: at + 1 });
    const made = curveOf(block, isAlone ? 0 : at + 1, where);
    if ('leftOut' in made) found.notes.push(made.leftOut);
    else if (found.spectra.length >= measuredLimits.spectra) {
      const most = measuredLimits.spectra;
      found.notes.push(phrase('{where} was left out: {most} spectra are taken of one file.', { where, most }));
    } else {
      found.spectra.push(made.curve);
      found.notes.push(...made.notes.map((note) => (isAlone ? note : phrase('{where}: {note}', { where, note }))));
      if (!block.isClosed && made.notes.length === 0)
        found.notes.push(phrase('{where} has no ##END=; its last points may be missing.', { where }));
    }
  }
  if (found.spectra.length > 0) return found;
  throw new NoSpectrum(found.notes.length > 0 ? joined(found.notes.slice(0, 5)) : 'The file has no block with points.');
}

const isLink = (records: JcampBlock['records']) =>
  /LINK/i.test(records.get('DATATYPE')?.text ?? '') || records.has('BLOCKS');
