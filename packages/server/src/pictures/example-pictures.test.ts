import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bundle } from '@cuvette/core/entities';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { bringIn } from '../testing/bundle-zips.ts';
import { useTemplate } from '../testing/databases.ts';
import { call, startTestServer } from '../testing/test-server.ts';

const results = path.join(import.meta.dirname, '../../../../examples/results');

describe('pictures of the shipped examples', () => {
  let data = '';
  let server: RunningServer;
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    server = await startTestServer({ data, databaseUrl: null });
  });
  afterAll(async () => {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  });

  const example = async (type: string) =>
    JSON.parse(await readFile(path.join(results, `${type}.cuvette.json`), 'utf8')) as Bundle;
  const shared = async (bundle: Bundle) => {
    const { body } = await bringIn(server, bundle);
    expect(body.detail).toBeUndefined();
    const uuid = body.items[0]?.uuid ?? '';
    await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: true } });
    return uuid;
  };
  const picture = async (uuid: string, name: string) => {
    const answer = await fetch(new URL(`/api/shared/workflow/${uuid}/${name}`, server.address));
    return { status: answer.status, text: await answer.text() };
  };
  const plotOf = async (bundle: Bundle) => (await picture(await shared(bundle), 'picture.svg?view=plot')).text;
  const sticksIn = (svg: string) =>
    [...svg.matchAll(/class="stick" x1="([\d.]+)" x2="[\d.]+" y1="([\d.]+)" y2="([\d.]+)"/g)].map(
      ([, x, base, top]) => ({ x: Number(x), height: Number(base) - Number(top) }),
    );

  test('the infrared spectrum: a line for each vibration, wavenumbers falling to the right', async () => {
    const bundle = await example('basic_calculation');
    const modes = Object.values(bundle.calculations)[0]?.molecules.at(-1)?.vibrational_modes ?? [];
    const svg = await plotOf(bundle);
    expect(svg).toContain('Wavenumber (cm⁻¹)');
    expect(svg).toContain('IR intensity (km/mol)');
    // Between the axes 512 units lie for 4000 to 400 cm⁻¹.
    const places = modes.map(({ frequency }) => 68 + ((4000 - frequency) / 3600) * 512);
    const sticks = sticksIn(svg);
    expect(sticks).toHaveLength(3);
    for (const [index, { x }] of sticks.entries()) expect(x).toBeCloseTo(places[index] ?? 0, 0);
    const heights = modes.map(({ ir_intensity }) => ir_intensity ?? 0);
    const ratio = (sticks[0]?.height ?? 0) / (sticks[2]?.height ?? 1);
    expect(ratio).toBeCloseTo((heights[0] ?? 0) / (heights[2] ?? 1), 0);
  });

  test('the electronic spectrum: excitations by their wavelengths', async () => {
    const bundle = await example('basic_calculation');
    for (const { molecules } of Object.values(bundle.calculations)) {
      for (const molecule of molecules) {
        Object.assign(molecule, {
          vibrational_modes: null,
          excited_state_energies: [-10, -9.85, -9.75],
          oscillator_strengths: [0, 0.1, 0.3],
          rotatory_strengths: [0, 0, 0],
          excited_state_transitions: [[], [[0, 0, 0.99]], [[1, 0, 0.8]]],
        });
      }
    }
    const svg = await plotOf(bundle);
    expect(svg).toContain('Wavelength (nm)');
    expect(svg).toContain('ε (L mol⁻¹ cm⁻¹)');
    const [first, second] = sticksIn(svg);
    // 0.15 and 0.25 Hartree are 303.8 and 182.3 nm; heights follow the oscillator strengths.
    expect(first?.x ?? 0).toBeGreaterThan(second?.x ?? 0);
    expect((second?.height ?? 0) / (first?.height ?? 1)).toBeCloseTo(3, 1);
  });

  test('the proton spectrum of ethanol: three lines as high as their protons, shifts falling to the right', async () => {
    const svg = await plotOf(await example('nmr'));
    expect(svg).toContain('¹H chemical shift (ppm)');
    const sticks = sticksIn(svg);
    const unit = Math.min(...sticks.map(({ height }) => height));
    expect(sticks.map(({ height }) => Math.round(height / unit)).sort()).toEqual([1, 2, 3]);
    const methyl = sticks.find(({ height }) => Math.round(height / unit) === 3)?.x ?? 0;
    const methylene = sticks.find(({ height }) => Math.round(height / unit) === 2)?.x ?? 0;
    // CH₃ is at higher field than CH₂O.
    expect(methyl).toBeGreaterThan(methylene);
  });

  test('the populations of glycine by pH: cation, zwitterion and anion, each with its number', async () => {
    const svg = await plotOf(await example('macropka'));
    expect(svg).toContain('Population (%)');
    expect(svg).toContain('>pH</text>');
    expect(svg.match(/<path /g)?.length).toBeGreaterThanOrEqual(3);
    for (const tick of ['>0</text>', '>100</text>']) expect(svg).toContain(tick);
  });

  test('a PNG of a spectrum is drawn as well', async () => {
    const uuid = await shared(await example('nmr'));
    const answer = await fetch(new URL(`/api/shared/workflow/${uuid}/picture.png?view=plot&width=600`, server.address));
    const png = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual([200, 'PNG', 600]);
  });

  test.each([
    ['docking', /−?\d+\.\d+ kcal\/mol/],
    ['scan', /\d+\.\d+ kcal\/mol/],
  ])('card and badge of a %s hold its main number', async (type, number) => {
    const uuid = await shared(await example(type));
    for (const name of ['badge.svg', 'picture.svg']) {
      const { status, text } = await picture(uuid, name);
      expect(status).toBe(200);
      expect(text.replace(/<[^>]+>/g, ' '), name).toMatch(number);
    }
  });
});
