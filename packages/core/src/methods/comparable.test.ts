import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CalculationProvenance } from '../entities/provenance.ts';
import { Settings } from '../entities/settings.ts';
import { written } from '../testing/written.ts';
import calibrations from './calibrations.json' with { type: 'json' };
import { linesOf } from './extensions.ts';
import calibration from './fixtures/calibration.json' with { type: 'json' };
import {
  bondDissociationLines,
  bondDissociationModes,
  calibrationInWords,
  comparable,
  correctedBondDissociation,
  energyBasis,
  methodExtension,
  methodExtensions,
  methods,
  pkbhxLines,
} from './index.ts';

const methane = { atoms: [6, 1, 1, 1, 1].map((atomic_number) => ({ atomic_number })), charge: 0 };
const provenance = (engine_version: string | null, method = 'gfn2_xtb') =>
  z.parse(CalculationProvenance, {
    requested: { method },
    ran: { method, engine: 'tblite', engine_version },
  });
const basis = (settings: object, version: string | null = '0.4.0', molecule = methane) =>
  energyBasis(molecule, z.parse(Settings, { method: 'gfn2_xtb', ...settings }), provenance(version));

describe('two energies', () => {
  test('of the same level and formula compare', () => {
    expect(comparable(basis({}), basis({ mode: 'careful' }), 'free_energy')).toEqual({ comparable: true, reasons: [] });
  });
  test.each([
    [{ solvent_settings: { solvent: 'water', model: 'alpb' } }, 'The solvent differs: none and alpb(water).'],
    [{ corrections: ['d4'] }, 'The correction differs: none and d4.'],
    [{ basis_set: 'STO-3G' }, 'The basis set differs: none and STO-3G.'],
  ])('with %j do not, and it is said why', (settings, reason) => {
    expect(comparable(basis({}), basis(settings), 'energy')).toEqual({ comparable: false, reasons: [reason] });
  });
  test('of another formula, charge, method or engine version do not', () => {
    const ion = { atoms: methane.atoms.slice(1), charge: -1 };
    expect(comparable(basis({}), basis({}, '0.4.0', ion), 'energy').reasons).toEqual([
      'The formula differs: CH4 and H4.',
      'The charge differs: 0 and \u22121.',
    ]);
    expect(comparable(basis({}), basis({}, '0.3.0'), 'energy').reasons).toEqual([
      'The engine version differs: 0.4.0 and 0.3.0.',
    ]);
    const other = energyBasis(methane, z.parse(Settings, { method: 'gfn2_xtb' }), provenance('0.4.0', 'gfn1_xtb'));
    expect(comparable(basis({}), other, 'energy').reasons).toEqual(['The method differs: GFN2-xTB and GFN1-xTB.']);
  });
  test('whose engine version nobody recorded do not', () => {
    expect(comparable(basis({}, null), basis({}), 'energy').reasons).toEqual([
      'The engine version is not recorded for one of them.',
    ]);
    expect(comparable(basis({}, null), basis({}, null), 'energy').comparable).toBe(false);
  });
  test('temperature counts for enthalpies, the standard state for free energies only', () => {
    const warm = basis({ thermochem_settings: { temperature: 350 } });
    const dense = basis({ thermochem_settings: { concentration: 1 } });
    expect(comparable(basis({}), warm, 'energy').comparable).toBe(true);
    expect(comparable(basis({}), warm, 'enthalpy').reasons).toEqual(['The temperature differs: 298 K and 350 K.']);
    expect(comparable(basis({}), dense, 'enthalpy').comparable).toBe(true);
    expect(comparable(basis({}), dense, 'free_energy').comparable).toBe(false);
  });
});

describe('extensions of the public enumerations', () => {
  const rootMeanSquare = (errors: number[]) =>
    Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
  const rowsOf = (table: { rows: (string | number)[][] }) => table.rows;

  test('no extension borrows the name of a public value', () => {
    for (const { type, value } of methodExtensions) {
      expect(methodExtension(type, value)?.value).toBe(value);
      expect(value === 'mmff94' || !methods.has(value)).toBe(true);
      expect(['aimnet2_wagen2024', 'chemprop_nevolianis2025', 'fastsolv', 'kingfisher', 'esol']).not.toContain(value);
    }
    expect(new Set(methodExtensions.map(({ type, value }) => `${type}/${value}`)).size).toBe(methodExtensions.length);
  });

  test('the errors are those of the calibration data: pKa', () => {
    const rows = rowsOf(calibration['pka-gfn2-alpb-tr215']);
    const lines = methodExtension('pka', 'gfn2_alpb_linear')?.calibration?.lines ?? [];
    for (const line of lines.filter(({ class: name }) => !name.includes(' amine'))) {
      const own = rows.filter(([, name]) => name === line.class);
      expect(own.length).toBe(line.size);
      const errors = own.map(([, , pka, energy]) => line.slope * Number(energy) + line.intercept - Number(pka));
      expect(rootMeanSquare(errors)).toBeCloseTo(line.rmse, 2);
    }
    const { shared } = calibrations.pka;
    const missed = rows.map(
      ([, name, pka, energy]) =>
        shared.slope * Number(energy) +
        (shared.intercepts[String(name) as keyof typeof shared.intercepts] ?? 0) -
        Number(pka),
    );
    expect(rootMeanSquare(missed)).toBeCloseTo(0.75, 1);
  });

  test('a class that was renamed in one file alone is a failure, not a ± without a number', () => {
    const lines = { 'carboxylic acid': calibrations.pka.lines.COOH };
    expect(() => linesOf('pka/gfn2_alpb_linear', () => lines)).toThrow(
      'The class carboxylic acid of pka/gfn2_alpb_linear',
    );
  });

  test('redox and pKBHX', () => {
    const redox = rowsOf(calibration['redox-gfn2-alpb-mecn-20']).map(
      ([, , measured, x]) => Number(x) - 9.126 - Number(measured),
    );
    expect(redox.reduce((sum, error) => sum + Math.abs(error), 0) / redox.length).toBeCloseTo(0.16, 2);
    expect(rootMeanSquare(redox)).toBeCloseTo(0.21, 2);
    const acceptors = methodExtension('hydrogen_bond_basicity', 'vmin_hf_631gd_gfn2')?.calibration;
    // Printed is the error of the molecules that were kept apart from the fit.
    const apart = rowsOf(calibration['pkbhx-vmin-hf631gd']).filter((row) => row[4] === 'apart');
    const all = apart.map(([, group, measured, potential]) => {
      const line = acceptors?.lines.find((candidate) => candidate.class === group);
      return (line?.slope ?? 0) * Number(potential) + (line?.intercept ?? 0) - Number(measured);
    });
    expect(all).toHaveLength(acceptors?.size ?? 0);
    expect(rootMeanSquare(all)).toBeCloseTo(acceptors?.error ?? 0, 2);
    const fitted = acceptors?.lines.reduce((sum, { size }) => sum + size, 0);
    expect(acceptors?.source).toContain(`Own fit on ${fitted} single-acceptor molecules`);
  });

  test('published lines stand for the modes that the form offers, and for thirteen acceptor groups', () => {
    expect(correctedBondDissociation('R2SCAN3C//GFN2_XTB', 110)).toBeCloseTo(107.253, 9);
    expect(correctedBondDissociation('omol25_conserving_s', 110)).toBeCloseTo(102.966, 9);
    expect(correctedBondDissociation('careful', 100)).toBeNull();
    for (const { value, offered } of bondDissociationModes) expect(bondDissociationLines.has(value)).toBe(offered);
    expect(pkbhxLines.reduce((sum, { size }) => sum + size, 0)).toBe(635);
    expect(new Set(pkbhxLines.map((line) => line.class)).size).toBe(13);
  });

  test('an error is printed inside the domain only, and says where the reference values were not seen', () => {
    const pka = methodExtension('pka', 'gfn2_alpb_linear')?.calibration ?? null;
    expect(written(calibrationInWords(pka, { class: 'phenol' }))).toBe('± 0.49 (leave-one-out RMSE, n = 38)');
    expect(written(calibrationInWords(pka, { class: 'imide' }))).toBe('outside calibration');
    const redox = methodExtension('redox_potential', 'gfn2_alpb_absolute')?.calibration ?? null;
    expect(written(calibrationInWords(redox, { class: 'quinone' }))).toBe('± 0.05 (leave-one-out RMSE, n = 24)');
    expect(written(calibrationInWords(redox, { class: 'donor' }))).toBe('± 0.19 (RMSE, n = 4)');
    const crossSections = methodExtension('ion_mobility', 'trajectory_n2_inelastic')?.calibration ?? null;
    expect(written(calibrationInWords(crossSections, {}))).toContain('; reference values not verified)');
    expect(written(calibrationInWords(null, {}))).toBe('not calibrated');
  });
});
