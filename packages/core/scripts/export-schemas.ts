/**
 * Writes what compute reads from core: the JSON Schemas of the protocol, one file for each workflow type with the schemas of its settings and results, and
 * `knowledge.json`, the tables and texts that both sides know.
 * `--check` writes nothing and exits 1 when a committed file is stale.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Job, JobEvent, ProbeReport } from '@cuvette/core/entities';
import { sharedKnowledge } from '@cuvette/core/methods/shared-knowledge';
import { catalogue, exportedSchema } from '@cuvette/core/workflows';

const directory = new URL('../../compute/src/cuvette_compute/schemas/', import.meta.url);
const definitions = await Promise.all(catalogue.map(({ load }) => load()));
const documents: Record<string, object> = {
  'job.schema.json': exportedSchema(Job),
  'event.schema.json': exportedSchema(JobEvent),
  'probe.schema.json': exportedSchema(ProbeReport),
  'knowledge.json': sharedKnowledge(),
  ...Object.fromEntries(
    definitions.map(({ type, settings, results }) => [
      `types/${type}.json`,
      { settings: exportedSchema(settings), results: exportedSchema(results) },
    ]),
  ),
};
const texts = new Map(
  Object.entries(documents).map(([name, document]) => [name, `${JSON.stringify(document, null, 1)}\n`]),
);

const check = process.argv.includes('--check');
mkdirSync(new URL('types', directory), { recursive: true });
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
