/**
 * `npm run examples [-- name …]`: computes the jobs of examples/jobs.mjs, or those of the named ones, with the started product and writes their results
 * to examples/results. With `--check` nothing is computed: it names results that are missing, too large, of an older revision, or no longer fit their
 * definition.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jobs } from '../examples/jobs.mjs';
import { checkExamples } from './lib/examples/check-examples.mjs';
import { startProduct } from './lib/examples/started-product.mjs';
import { fileOf, folder, keyOf, limits, packedBytes, revisionOf } from './lib/examples/stored-examples.mjs';
import { root } from './lib/stamps.mjs';

/** Item states of the API that no worker changes any more. */
const ended = new Set([2, 3, 4]);
const completed = 2;

/** The box around the ligand of the crystal structure 1IA1: centre and edges in Å. */
const pocket = [
  [10.137, 36.034, 18.356],
  [17.172, 14, 14],
];

/** Types that name their protein `protein`. */
const takeProtein = new Set([
  'pocket_detection',
  'protein_preparation',
  'analogue_docking',
  'protein_md',
  'binding_affinity',
]);

/** Stores and prepares the protein of a job. Returns the keys of the job's data that name it. */
async function proteinOf(job, { ask }) {
  if (!job.protein) return {};
  const pdb = readFileSync(join(root, 'examples/proteins', `${job.protein}.pdb`), 'utf8');
  const read = await ask('POST', '/api/convert/pdb_file_to_protein', { name: job.protein, text: pdb });
  const { uuid } = await ask('POST', '/api/protein', {
    name: job.protein.replace(/^(\w+)-/, (_, code) => `${code.toUpperCase()}, `),
    protein_data: read,
  });
  if (takeProtein.has(job.type)) return { protein: uuid };
  if (job.type === 'pose_analysis_md') return { protein_uuid: uuid };
  return job.type === 'batch_docking' ? { target: uuid, pocket } : { target_uuid: uuid, pocket };
}

/** The FASTA file that the alignment of the examples is searched in. */
const database = join(root, 'examples/sequences/luxc.fasta');

async function compute(job, product) {
  const { ask } = product;
  const item = await ask('POST', '/api/workflow', {
    name: job.name,
    workflow_type: job.type,
    ...(job.molecule ? { initial_molecule: job.molecule } : {}),
    ...(job.smiles ? { initial_smiles: job.smiles } : {}),
    options: { substitute: true },
    workflow_data: { ...job.data, ...(await proteinOf(job, product)) },
  });
  const began = performance.now();
  for (;;) {
    const now = await ask('GET', `/api/workflow/${item.uuid}`);
    if (ended.has(now.object_status)) {
      if (now.object_status !== completed) throw new Error(now.error?.message ?? `ended in state ${now.object_status}`);
      break;
    }
    await sleep(1000);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  await ask('POST', `/api/workflow/${item.uuid}`, { notes: job.about });
  const bundle = await ask('GET', `/api/workflow/${item.uuid}/bundle`);
  return { bundle, seconds };
}

async function computeAll(wanted) {
  mkdirSync(folder, { recursive: true });
  let failed = 0;
  const product = await startProduct({
    CUVETTE_WORKERS: '1',
    CUVETTE_EXAMPLES: 'off',
    CUVETTE_FEATURES: 'nmr',
    CUVETTE_SEQUENCE_DATABASES: database,
  });
  try {
    for (const job of wanted) {
      try {
        const { bundle, seconds } = await compute(job, product);
        const text = `${JSON.stringify({ ...bundle, revision: revisionOf(keyOf(job)) })}\n`;
        const packed = packedBytes(text);
        if (packed > limits.each) throw new Error(`${packed} bytes packed, more than ${limits.each}`);
        writeFileSync(fileOf(keyOf(job)), text);
        console.log(`${keyOf(job)}: ${seconds} s, ${Math.round(packed / 1000)} kB packed`);
      } catch (error) {
        failed += 1;
        console.error(`${keyOf(job)}: ${error.message}`);
      }
    }
  } finally {
    await product.stop();
  }
  return failed;
}

const words = process.argv.slice(2);
if (words.includes('--check')) {
  const { problems } = await checkExamples();
  for (const line of problems) console.error(line);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  const unknown = words.filter((word) => !jobs.some((job) => keyOf(job) === word));
  if (unknown.length > 0) {
    console.error(`No example of ${unknown.join(', ')}. There are: ${jobs.map(keyOf).join(', ')}.`);
    process.exitCode = 2;
  } else {
    const failed = await computeAll(jobs.filter((job) => words.length === 0 || words.includes(keyOf(job))));
    process.exitCode = failed > 0 ? 1 : 0;
  }
}
