import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { SmilesInspection } from '../../../entities/conversion.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { loadWorkflow } from '../../catalogue.ts';
import type { WorkflowInputs } from '../../definition.ts';
import { expectedConformers } from './expected-times.ts';

const root = join(import.meta.dirname, '../../../../../..');
const examples = join(root, 'examples/results');

/** Processor seconds of the shipped examples and the probe of their machine, as `npm run bench:estimates -- --run` stored them. */
const { probe, points } = JSON.parse(
  readFileSync(join(root, 'packages/compute/bench/points/estimates.json'), 'utf8'),
) as {
  probe: MethodReport;
  points: Record<string, { processor: number; error: string | null }>;
};
const report: MethodReport = { ...probe, workers: 1, cores: 1 };

/** Expected seconds of a shipped example on a machine. */
async function expected(type: string, machine: MethodReport): Promise<number | null> {
  const { items } = JSON.parse(readFileSync(join(examples, `${type}.cuvette.json`), 'utf8'));
  const { initial_molecule: molecule = null, initial_smiles: smiles = null } = items[0].object_data;
  const definition = await loadWorkflow(type);
  const inputs: WorkflowInputs = { molecule, smiles };
  return definition?.resources(items[0].object_data, inputs, machine).seconds ?? null;
}

describe('expected times', () => {
  test('of the shipped examples are within a factor of two of the measured ones for 80 of 100 of those that have one', async () => {
    const timed = await Promise.all(
      Object.entries(points)
        .filter(([, { error }]) => error === null)
        .map(async ([type, { processor }]) => ({ type, processor, seconds: await expected(type, report) })),
    );
    const known = timed.flatMap(({ type, processor, seconds }) =>
      seconds === null ? [] : [{ type, ratio: seconds / processor }],
    );
    const far = known.filter(({ ratio }) => ratio < 0.5 || ratio > 2);
    expect(known.length).toBeGreaterThanOrEqual(25);
    expect(far.length, JSON.stringify(far)).toBeLessThanOrEqual(known.length / 5);
    // Types whose estimate was missing, or far too short.
    const named = ['spin_states', 'batch_docking', 'bde', 'scan', 'conformer_search'];
    expect(known.map(({ type }) => type)).toEqual(expect.arrayContaining(named));
    expect(far.filter(({ type }) => named.includes(type))).toEqual([]);
  });

  test('are known for every type that computes here, but for those that hang on what a form does not know', async () => {
    const types = readdirSync(examples).flatMap((name) => name.match(/^(\w+)\.cuvette\.json$/)?.[1] ?? []);
    const all = await Promise.all(types.map(async (type) => ({ type, seconds: await expected(type, report) })));
    const unknown = all.filter(({ seconds }) => seconds === null).map(({ type }) => type);
    // An alignment hangs on the size of the database, a simulation of a complex on that of the protein.
    const mayLack = ['msa', 'pose_analysis_md', 'protein_md'];
    expect(unknown.filter((type) => !mayLack.includes(type))).toEqual([]);
    // A form that expects no time says what it depends on.
    for (const type of [...mayLack, 'protein_cofolding', 'protein_binder_design']) {
      expect((await loadWorkflow(type))?.untimed, type).toMatch(/^The time depends on .*\.$/);
    }
  });

  test('of conformers count the forms of rings, by a geometry as by what RDKit says of a SMILES', () => {
    const rings = JSON.parse(readFileSync(join(root, 'packages/core/src/chemistry/fixtures/rings.json'), 'utf8'));
    const atoms = rings.menthol.map(([atomic_number, ...position]: number[]) => ({ atomic_number, position }));
    const menthol = 'C[C@@H]1CC[C@H]([C@@H](C1)O)C(C)C';
    const drawn: WorkflowInputs = { molecule: { charge: 0, multiplicity: 1, atoms } as never, smiles: null };
    const inspection = z.parse(SmilesInspection, { smiles: menthol, rotatable_bonds: 2, saturated_rings: [6] });
    // A rapid search keeps 36 to 44.
    expect(expectedConformers(drawn, 50)).toBe(20);
    expect(expectedConformers({ molecule: null, smiles: menthol, inspection }, 50)).toBe(20);
  });

  test('grow with the time of the worker', async () => {
    const slow = structuredClone(report);
    for (const method of Object.values(slow.methods)) {
      method.seconds_per_gradient = 10 * (method.seconds_per_gradient ?? 0);
      method.seconds_smallest = 10 * (method.seconds_smallest ?? 0);
    }
    const [fast, late] = [await expected('docking', report), await expected('docking', slow)];
    expect((late ?? 0) / (fast ?? 0)).toBeGreaterThan(8);
  });
});
