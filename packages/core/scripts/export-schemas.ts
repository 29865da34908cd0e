/**
 * Writes what compute reads from core: the JSON Schemas of the protocol and of settings and results of every workflow type, and
 * `knowledge.json`, the tables and texts that both sides know.
 * `--check` writes nothing and exits 1 when a committed file is stale.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Job, JobEvent, ProbeReport } from '@cuvette/core/entities';
import { sharedKnowledge } from '@cuvette/core/methods/shared-knowledge';
import { catalogue, exportedSchema } from '@cuvette/core/workflows';
import type * as z from 'zod/mini';

const directory = new URL('../../compute/src/cuvette_compute/schemas/', import.meta.url);
const ending = '.schema.json';

const definitions = await Promise.all(catalogue.map(({ load }) => load()));
const schemas: Record<string, z.ZodMiniType> = {
  job: Job,
  event: JobEvent,
  probe: ProbeReport,
  ...Object.fromEntries(
    definitions.flatMap(({ type, settings, results }) => [
      [`settings/${type}`, settings],
      [`results/${type}`, results],
    ]),
  ),
};
const texts = new Map(
  Object.entries(schemas).map(([name, schema]) => {
    return [`${name}${ending}`, `${JSON.stringify(exportedSchema(schema), null, 1)}\n`];
  }),
);

texts.set('knowledge.json', `${JSON.stringify(sharedKnowledge(), null, 1)}\n`);

const check = process.argv.includes('--check');
for (const room of ['settings', 'results']) mkdirSync(new URL(room, directory), { recursive: true });
const committed = new Map(
  readdirSync(directory, { encoding: 'utf8', recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readFileSync(new URL(name, directory), 'utf8')]),
);
const stale = [...new Set([...texts.keys(), ...committed.keys()])].filter(
  (name) => texts.get(name) !== committed.get(name),
);
for (const name of stale) {
  const file = new URL(name, directory);
  const text = texts.get(name);
  if (check) console.error(`Stale: ${fileURLToPath(file)}. Run "npm run schemas".`);
  else if (text === undefined) rmSync(file);
  else writeFileSync(file, text);
}
process.exitCode = check && stale.length > 0 ? 1 : 0;
