import { MethodReport, Molecule } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import { valueAt } from '@cuvette/core/workflows/parts/forms/data-path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readNewerSubmission } from '../wire/newer-submissions.ts';
import { clientDefaults } from './client-defaults.ts';

const types = [...new Set(clientDefaults.flatMap((one) => Object.keys(one.types)))];
const gfn2 = { available: true, engine: 'tblite', solvent_models: ['alpb'] };
const little = z.parse(MethodReport, {
  workers: 1,
  capabilities: [...types, 'rdkit', 'xtb', 'vina', 'openmm', 'ambertools', 'monte_carlo', 'mordred', 'pocketeer'],
  methods: { gfn2_xtb: gfn2 },
});
const molecule = z.parse(Molecule, { charge: 0, multiplicity: 1, atoms: [{ atomic_number: 10, position: [0, 0, 0] }] });
const inputs = { molecule, smiles: null };

test('each choice of the clients that a small server lacks is refused in the words of the caller: what to change, why, and at most ten that are available', async () => {
  let refused = 0;
  for (const { types: captured } of clientDefaults) {
    for (const [type, list] of Object.entries(captured)) {
      const definition = await loadWorkflow(type);
      for (const sent of definition ? list : []) {
        const data = readNewerSubmission(type, sent);
        // A program that the type needs whatever is chosen leaves nothing to change.
        const lacking = (definition?.problems(data, inputs, little) ?? []).filter(
          ({ field, detail }) =>
            field !== 'workflow_type' && / (?:is not (?:available|installed)|cannot be run)/.test(detail),
        );
        for (const { detail } of lacking) {
          refused += 1;
          const [, path = '', value = ''] = /^Change ([\w.-]+)(?: \("([^"]+)"\))?: \S/.exec(detail) ?? [];
          expect(path, `${type}: ${detail}`).not.toBe('');
          const written = valueAt(data, path);
          if (typeof written === 'string' && written !== '' && written !== 'auto') expect(value, detail).toBe(written);
          const [, available] = detail.split(' Available: ');
          expect(available?.split(/, | and \d+ more/).length ?? 0, detail).toBeLessThanOrEqual(11);
        }
      }
    }
  }
  expect(refused).toBeGreaterThan(40);
});
