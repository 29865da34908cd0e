import type { MeasuredKind, MeasuredXUnit, MeasuredYUnit } from '../measured.ts';

/** What a JCAMP-DX file is written from. */
export interface WrittenSpectrum {
  title: string;
  kind: MeasuredKind;
  xUnit: MeasuredXUnit;
  yUnit: MeasuredYUnit | 'km/mol';
  /** MHz of the spectrometer, of NMR. */
  field: number | null;
  /** Whether the points are single peaks. */
  isPeaks: boolean;
  /** What made it: a program, or where it was measured. */
  origin: string;
  /** Further sentences, each a comment. */
  comments?: readonly string[];
  x: ArrayLike<number>;
  y: ArrayLike<number>;
}

const dataTypes: Record<MeasuredKind, string> = {
  infrared: 'INFRARED SPECTRUM',
  absorption: 'UV/VIS SPECTRUM',
  dichroism: 'CIRCULAR DICHROISM SPECTRUM',
  proton_nmr: 'NMR SPECTRUM',
  carbon_nmr: 'NMR SPECTRUM',
};

const xUnits: Record<MeasuredXUnit, string> = {
  'cm-1': '1/CM',
  um: 'MICROMETERS',
  nm: 'NANOMETERS',
  eV: 'ELECTRONVOLTS',
  ppm: 'PPM',
  Hz: 'HZ',
};

const yUnits: Record<WrittenSpectrum['yUnit'], string> = {
  absorbance: 'ABSORBANCE',
  transmittance: 'TRANSMITTANCE',
  percent: 'PERCENT TRANSMITTANCE',
  molar_absorptivity: 'MOLAR ABSORPTIVITY (L/MOL/CM)',
  delta_epsilon: 'DELTA EPSILON (L/MOL/CM)',
  millidegrees: 'MILLIDEGREES',
  arbitrary: 'ARBITRARY UNITS',
  'km/mol': 'ARBITRARY UNITS (KM/MOL)',
};

/** A number with nine significant digits and no exponent in capitals that a reader could take for a compressed one. */
const written = (value: number) => String(Number(value.toPrecision(9))).replace('e', 'E');
/** Text on one line without what begins a comment or a label. */
const plain = (text: string) => text.replace(/\s+/g, ' ').replaceAll('$$', '$').replaceAll('##', '#').trim();

/** The distance of points that lie at equal steps; null for others. */
function stepOf(x: ArrayLike<number>): number | null {
  const count = x.length;
  const [first, last] = [x[0] ?? 0, x[count - 1] ?? 0];
  const step = count > 2 ? (last - first) / (count - 1) : 0;
  if (step === 0) return null;
  for (let at = 0; at < count; at++) {
    if (Math.abs((x[at] ?? 0) - (first + at * step)) > 1e-4 * Math.abs(step)) return null;
  }
  return step;
}

/** The ordinates in lines of at most 80 characters, each behind the abscissa of its first one. */
function ordinateLines(x: ArrayLike<number>, y: ArrayLike<number>): string[] {
  const lines: string[] = [];
  let line = '';
  for (let at = 0; at < y.length; at++) {
    const value = written(y[at] ?? 0);
    if (line !== '' && line.length + value.length + 1 > 78) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? `${written(x[at] ?? 0)} ${value}` : `${line} ${value}`;
  }
  return line === '' ? lines : [...lines, line];
}

/** Writes a spectrum as JCAMP-DX 5.01 with plain numbers (AFFN): points at equal steps as `(X++(Y..Y))`, others and peaks as pairs. */
export function writeJcamp(spectrum: WrittenSpectrum): string {
  const { kind, x, y, xUnit, yUnit, field, isPeaks } = spectrum;
  const list = Array.from(y);
  const step = isPeaks ? null : stepOf(x);
  const last = x.length - 1;
  const lines = [
    `##TITLE=${plain(spectrum.title) || 'Spectrum'}`,
    '##JCAMP-DX=5.01',
    `##DATA TYPE=${isPeaks && kind.endsWith('nmr') ? 'NMR PEAK TABLE' : dataTypes[kind]}`,
    `##DATA CLASS=${isPeaks ? 'PEAK TABLE' : step === null ? 'XYPOINTS' : 'XYDATA'}`,
    `##ORIGIN=${plain(spectrum.origin)}`,
    '##OWNER=',
    ...(spectrum.comments ?? []).map((comment) => `$$ ${plain(comment)}`),
    ...(kind === 'proton_nmr' || kind === 'carbon_nmr'
      ? [
          `##.OBSERVE NUCLEUS=${kind === 'proton_nmr' ? '^1H' : '^13C'}`,
          ...(field === null ? [] : [`##.OBSERVE FREQUENCY=${written(field)}`]),
        ]
      : []),
    `##XUNITS=${xUnits[xUnit]}`,
    `##YUNITS=${yUnits[yUnit]}`,
    '##XFACTOR=1',
    '##YFACTOR=1',
    `##FIRSTX=${written(x[0] ?? 0)}`,
    `##LASTX=${written(x[last] ?? 0)}`,
    ...(step === null ? [] : [`##DELTAX=${written(step)}`]),
    `##NPOINTS=${x.length}`,
    `##FIRSTY=${written(y[0] ?? 0)}`,
    `##MAXY=${written(list.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY))}`,
    `##MINY=${written(list.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY))}`,
  ];
  const pairs = () => list.map((height, at) => `${written(x[at] ?? 0)}, ${written(height)}`);
  if (isPeaks) lines.push('##PEAK TABLE=(XY..XY)', ...pairs());
  else if (step === null) lines.push('##XYPOINTS=(XY..XY)', ...pairs());
  else lines.push('##XYDATA=(X++(Y..Y))', ...ordinateLines(x, y));
  return `${[...lines, '##END='].join('\n')}\n`;
}
