import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  comparedPoints,
  type MeasuredCurve,
  measuredLimits,
  NoSpectrum,
  readSpectra,
  sentenceOf,
  writeJcamp,
} from '../index.ts';
import { decodeOrdinates } from './jcamp-values.ts';

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, '../fixtures', name), 'latin1');
const only = (text: string, kind: MeasuredCurve['kind'] = null): MeasuredCurve => {
  const { spectra } = readSpectra(text, kind);
  expect(spectra).toHaveLength(1);
  return spectra[0] as MeasuredCurve;
};
const head = (data: string, more = '') =>
  `##TITLE=made\n##JCAMP-DX=4.24\n##DATA TYPE=INFRARED SPECTRUM\n##XUNITS=1/CM\n##YUNITS=ABSORBANCE\n##XFACTOR=1\n##YFACTOR=1\n${more}##XYDATA=(X++(Y..Y))\n${data}\n##END=\n`;

describe('JCAMP-DX', () => {
  test('one spectrum in four compressed forms has the same points', () => {
    const [dif, pac, sqz, difdup] = ['o02', 'o03', 'o04', 'o05'].map((name) => only(fixture(`${name}.jdx`)));
    expect([dif, pac, sqz, difdup].map((each) => each?.form)).toEqual(['DIF', 'PAC', 'SQZ', 'DIFDUP']);
    for (const each of [pac, sqz, difdup]) expect(each?.y).toEqual(dif?.y);
    expect(dif).toMatchObject({ kind: 'proton_nmr', xUnit: 'ppm', field: 200.136 });
    expect(dif?.x).toHaveLength(8192);
    // MINY and MAXY of the file.
    expect([Math.min(...(dif?.y ?? [])), Math.max(...(dif?.y ?? []))].map(Math.round)).toEqual([-332, 40557]);
  });

  test('the standard’s own example: 1, 2, 3, 3, 2, 1, 0, −1, −2, −3 in each form (McDonald and Wilks 1988)', () => {
    const wanted = [1, 2, 3, 3, 2, 1, 0, -1, -2, -3];
    for (const [line, form] of [
      ['0 1 2 3 3 2 1 0 -1 -2 -3', 'AFFN'],
      ['0+1+2+3+3+2+1+0-1-2-3', 'PAC'],
      ['0ABCCBA@abc', 'SQZ'],
      ['0AJJ%jjjjjj', 'DIF'],
      ['0AJT%jX', 'DIFDUP'],
    ] as const) {
      const { values, form: found } = decodeOrdinates([line], 100);
      expect(values, line).toEqual(wanted);
      expect(found, line).toBe(form);
    }
  });

  test('the check of DIF: a line begins with the last ordinate of the one before', () => {
    expect(decodeOrdinates(['0A2J3', '1B5J'], 100)).toMatchObject({ values: [12, 25, 26], failedChecks: 0 });
    expect(() => only(head('0A2J3\n1B4J\n2B5J', '##FIRSTX=0\n##LASTX=3\n##NPOINTS=4\n'))).toThrow(/damaged/);
  });

  test('a file with blocks gives each of them, and says which were left out', () => {
    const { spectra, notes } = readSpectra(fixture('blckpac1.jdx'), null);
    expect(spectra.map(({ kind, block, x }) => [kind, block, x.length])).toEqual(
      [1, 2, 3, 4, 5].map((block) => ['absorption', block, 176]),
    );
    expect(notes).toEqual([]);
    const mixed = `##TITLE=link\n##DATA TYPE=LINK\n##BLOCKS=2\n${head('0 1 2 3', '##FIRSTX=0\n##LASTX=2\n##NPOINTS=3\n')}${head('0 1 2 3').replace('INFRARED', 'MASS')}##END=\n`;
    const read = readSpectra(mixed, null);
    expect(read.spectra).toHaveLength(1);
    expect(read.notes.map(sentenceOf).join()).toMatch(/Block 2 is "MASS SPECTRUM"/);
  });

  test('what a file lacks or what is not a spectrum is said', () => {
    const early = readSpectra(head('0 1 2\n2 3 4', '##FIRSTX=0\n##LASTX=9\n##NPOINTS=10\n'), null);
    expect(early.notes).toEqual(['4 of 10 points are there: the file ends early.']);
    expect(early.spectra[0]?.x).toEqual(Float64Array.of(0, 1, 2, 3));
    const open = readSpectra(head('0 1 2 3', '##FIRSTX=0\n##DELTAX=1\n').replace('##END=', ''), null);
    expect(open.notes.map(sentenceOf).join()).toMatch(/##END=/);
    for (const [text, reason] of [
      [head('0 1').replace('INFRARED SPECTRUM', 'NMR FID'), /free induction decay/],
      [head('0 1 2 x', '##FIRSTX=0\n##DELTAX=1\n'), /no part of a number/],
      [head(`0A${'Z99999'.repeat(3)}`, '##FIRSTX=0\n##DELTAX=1\n'), new RegExp(String(measuredLimits.points))],
      ['##TITLE=nothing\n##END=\n', /no block with points|no points/],
      ['', /empty/],
      ['PK\u0003\u0004\0', /binary/],
      ['a letter to the editor', /neither JCAMP-DX nor two columns/],
    ] as const) {
      expect(() => readSpectra(text, null), String(reason)).toThrow(NoSpectrum);
      expect(() => readSpectra(text, null)).toThrow(reason);
    }
  });

  test('frequencies become shifts, by the reference that the block names', () => {
    const nmr = (more: string) =>
      `##TITLE=n\n##DATA TYPE=NMR SPECTRUM\n##.OBSERVE NUCLEUS=^1H\n##XUNITS=HZ\n##YUNITS=ARBITRARY\n${more}##FIRSTX=800\n##LASTX=0\n##NPOINTS=3\n##XYDATA=(X++(Y..Y))\n800 1 2 3\n##END=\n`;
    expect([...only(nmr('##.OBSERVE FREQUENCY=400\n')).x]).toEqual([2, 1, 0]);
    expect([...only(nmr('##.OBSERVE FREQUENCY=400\n##.SHIFT REFERENCE=INTERNAL, CDCl3, 1, 7.26\n')).x]).toEqual([
      7.26, 6.26, 5.26,
    ]);
    expect(() => readSpectra(nmr(''), null)).toThrow(/frequency of the spectrometer/);
  });

  test('what is written is read back, at equal steps, at others, and as peaks', () => {
    const { kind, xUnit, yUnit, x, y } = only(fixture('dupdec1.jdx'));
    expect([kind, xUnit, yUnit]).toEqual(['infrared', 'cm-1', 'percent']);
    const common = {
      title: 'B## $$x',
      kind: 'infrared',
      xUnit,
      yUnit,
      field: null,
      isPeaks: false,
      origin: 'test',
    } as const;
    const back = only(writeJcamp({ ...common, x, y }));
    expect(back).toMatchObject({ title: 'B# $x', kind, xUnit, yUnit, form: 'AFFN' });
    expect(back.x).toHaveLength(x.length);
    for (const [at, value] of y.entries()) expect(Math.abs((back.y[at] ?? Number.NaN) - value)).toBeLessThan(1e-6);
    const uneven = only(writeJcamp({ ...common, x: [1, 2, 4], y: [1e-12, -2.5e13, 0] }));
    expect([[...uneven.x], [...uneven.y]]).toEqual([
      [1, 2, 4],
      [1e-12, -2.5e13, 0],
    ]);
    const shifts = { ...common, kind: 'carbon_nmr', xUnit: 'ppm', yUnit: 'arbitrary', field: 100 } as const;
    const peaks = only(writeJcamp({ ...shifts, isPeaks: true, x: [18.1, 57.8], y: [1, 1] }));
    expect(peaks).toMatchObject({ form: 'peaks', kind: 'carbon_nmr', field: 100 });
    expect([...peaks.x]).toEqual([18.1, 57.8]);
  });
});

describe('columns', () => {
  test('tabs, semicolons, commas and blanks, decimal points and commas, headings and further columns', () => {
    for (const text of [
      'cm-1\tAbsorbance\n400\t0.5\n500\t0.25\n600\t0.125\n',
      '"Wavenumber (cm-1)";"Absorbance"\n400;0,5\n500;0,25\n600;0,125\n',
      '# instrument\nwavenumber,absorbance\n400,0.5\n500,0.25\n600,0.125\n',
      '400 0,5\n500 0,25\n600 0,125\n',
      '4e2   5E-1\r\n5e2 2.5e-1\r\n6e2 1.25e-1\r\n',
    ]) {
      const { x, y, xUnit, yUnit } = only(text, 'infrared');
      expect([[...x], [...y], xUnit, yUnit], text).toEqual([[400, 500, 600], [0.5, 0.25, 0.125], 'cm-1', 'absorbance']);
    }
    const { spectra } = readSpectra('nm,a,b\n200,1,2\n210,3,4\n220,5,6', 'absorption');
    expect(spectra.map(({ title, y }) => [title, [...y]])).toEqual([
      ['a', [1, 3, 5]],
      ['b', [2, 4, 6]],
    ]);
  });

  test('units that are not named are those that the numbers look like', () => {
    const rows = (values: readonly (readonly [number, number])[]) => values.map((pair) => pair.join(' ')).join('\n');
    const flat = Array.from({ length: 50 }, (_, at) => [400 + at, at === 20 ? 12 : 98] as const);
    expect(only(rows(flat), 'infrared')).toMatchObject({ xUnit: 'cm-1', yUnit: 'percent', guessed: true });
    expect(only(rows(flat.map(([x, y]) => [x, y / 100])), 'infrared').yUnit).toBe('transmittance');
    expect(only('2.5 0\n3 1\n3.5 0', 'absorption').xUnit).toBe('eV');
    expect(only('250 0\n300 1\n350 0', 'absorption').xUnit).toBe('nm');
    expect(only('1.2\n3.7\n7.26', 'proton_nmr')).toMatchObject({ form: 'peaks', xUnit: 'ppm' });
  });

  test('lines without numbers in between are counted', () => {
    expect(readSpectra('1 2\n2 3\nbroken\n3 4', 'infrared').notes).toEqual([
      'One line holds no two numbers and was left out.',
    ]);
  });
});

test('transmittance becomes absorbance, wavelengths become energies, both ascending', () => {
  const { x, y } = comparedPoints(
    { x: Float64Array.of(400, 310, 200), y: Float64Array.of(100, 10, 1), xUnit: 'nm', yUnit: 'percent' },
    'absorption',
    null,
  );
  expect([...x].map((each) => each.toFixed(4))).toEqual(['3.0996', '3.9995', '6.1992']);
  expect([...y].map((each) => each.toFixed(6))).toEqual(['0.000000', '1.000000', '2.000000']);
});
