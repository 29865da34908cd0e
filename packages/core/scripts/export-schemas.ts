/**
 * Writes the JSON Schemas that compute validates with, from core's zod schemas.
 * `--check` writes nothing and exits 1 when a committed file is stale.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Job, JobEvent, ProbeReport } from '@cuvette/core/entities';
import { BasicCalculationData } from '@cuvette/core/workflows/basic-calculation';
import { ConformerSearchData } from '@cuvette/core/workflows/conformer-search';
import * as z from 'zod/mini';

const directory = new URL('../../compute/src/cuvette_compute/schemas/', import.meta.url);
const schemas = {
  job: Job,
  event: JobEvent,
  probe: ProbeReport,
  'basic_calculation.data': BasicCalculationData,
  'conformer_search.data': ConformerSearchData,
};

const check = process.argv.includes('--check');
let stale = 0;
mkdirSync(directory, { recursive: true });
for (const [name, schema] of Object.entries(schemas)) {
  const file = new URL(`${name}.schema.json`, directory);
  const text = `${JSON.stringify(z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' }), null, 2)}\n`;
  if (!check) {
    writeFileSync(file, text);
    continue;
  }
  let committed = '';
  try {
    committed = readFileSync(file, 'utf8');
  } catch {
    // A missing file is as stale as a changed one.
  }
  if (committed !== text) {
    stale++;
    console.error(`Stale: ${fileURLToPath(file)}. Run "npm run schemas".`);
  }
}
process.exitCode = stale > 0 ? 1 : 0;
