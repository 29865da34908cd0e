/**
 * `npm run bench:estimates`: expected seconds of the shipped examples (examples/results) beside measured ones. Expected by the model of each type and
 * a probe of this machine; measured as processor time of the same job in a process of its own, and as the `elapsed` of the shipped example, which
 * another load on the machine where it was computed makes longer. Measured points are kept in `packages/compute/bench/points/estimates.json` with the
 * probe of their machine; `--run [type …]` measures again, without it the kept points are compared.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MethodReport, ProbeReport, type WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import * as z from 'zod/mini';

interface Point {
  processor: number;
  wall: number;
  error: string | null;
}

interface Points {
  probe: ProbeReport;
  points: Record<string, Point>;
}

interface Example {
  items: WorkflowItem[];
  proteins?: Record<string, { data: unknown }>;
}

const root = join(import.meta.dirname, '../..');
const compute = join(root, 'packages/compute');
const pointsFile = join(compute, 'bench/points/estimates.json');
const env = {
  ...process.env,
  PYTHONPATH: 'src',
  OMP_NUM_THREADS: '1',
  CUVETTE_SEQUENCE_DATABASES: join(root, 'examples/sequences/luxc.fasta'),
};

function python(args: string[], input = ''): string {
  const options = { cwd: compute, env, input, maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'ignore'] as const };
  return execFileSync(join(compute, '.venv/bin/python'), args, { ...options, stdio: [...options.stdio] }).toString();
}

const types = readdirSync(join(root, 'examples/results')).flatMap(
  (name) => name.match(/^(\w+)\.cuvette\.json$/)?.[1] ?? [],
);

const freshProbe = () => z.parse(ProbeReport, JSON.parse(python(['-m', 'cuvette_compute', 'probe'])));

const reportOf = (probe: ProbeReport): MethodReport => ({
  workers: 1,
  capabilities: probe.capabilities,
  methods: probe.methods,
  startup_seconds: probe.startup_seconds,
  cores: 1,
});

/** The job of a shipped example: its settings as they can be submitted again, prepared as a worker gets them. */
async function jobOf(type: string, report: MethodReport) {
  const path = join(root, `examples/results/${type}.cuvette.json`);
  const { items, proteins = {} } = JSON.parse(readFileSync(path, 'utf8')) as Example;
  const [item] = items;
  const definition = await loadWorkflow(type);
  if (!item?.object_data || !definition) return null;
  const given = item.object_data;
  const { initial_molecule: molecule = null, initial_smiles: smiles = null } = given as {
    initial_molecule?: WorkflowItem['object_data'];
    initial_smiles?: string;
  };
  const inputs = { molecule, smiles } as unknown as Parameters<typeof definition.prepare>[1];
  const roles = Object.fromEntries(
    definition.inputs.flatMap(({ role }) => (role in given ? [[role, given[role]]] : [])),
  );
  // A form that is filled in again lacks the mode "manual": what ran here is what is measured.
  const modes = Object.fromEntries(['mode', 'mso_mode'].flatMap((key) => (key in given ? [[key, given[key]]] : [])));
  const written = smiles ? { initial_smiles: smiles } : {};
  const data = { ...definition.resubmit(given, report).value, ...modes, ...roles, ...written };
  const prepared = {
    ...definition.prepare(data, inputs, report),
    ...roles,
    ...(smiles ? { initial_smiles: smiles } : {}),
  };
  // Of what will run: settings that nobody chose are chosen by then.
  const { seconds } = definition.resources(prepared, inputs, report);
  const job = {
    protocol: 1,
    uuid: item.uuid,
    attempt: 1,
    type,
    data: prepared,
    options: {},
    seed: 42,
    steps: {},
    threads: 1,
    proteins: Object.fromEntries(Object.entries(proteins).map(([uuid, { data: pdb }]) => [uuid, pdb])),
  };
  return { job, expected: seconds, elapsed: item.elapsed ?? null };
}

const [flag, ...named] = process.argv.slice(2);
const kept: Points | null = existsSync(pointsFile) ? JSON.parse(readFileSync(pointsFile, 'utf8')) : null;
const probe = flag === '--run' && named.length === 0 ? freshProbe() : (kept?.probe ?? freshProbe());
const known: Points = { probe, points: kept?.points ?? {} };
const report = reportOf(known.probe);
const wanted = flag === '--run' ? (named.length > 0 ? named : types) : [];
for (const type of wanted) {
  const found = await jobOf(type, report);
  if (!found) continue;
  known.points[type] = JSON.parse(python(['bench/job_seconds.py'], JSON.stringify(found.job)));
  writeFileSync(pointsFile, `${JSON.stringify(known, null, 2)}\n`);
  console.log(type, JSON.stringify(known.points[type]));
}

const figure = (value: number | null) => (value === null ? '–' : value.toFixed(1)).padStart(10);
console.log(
  `${'type'.padEnd(26)}${['expected', 'processor', 'elapsed'].map((name) => name.padStart(10)).join('')}  ratio`,
);
let close = 0;
let compared = 0;
for (const type of types) {
  const found = await jobOf(type, report);
  if (!found) continue;
  const point = known.points[type];
  const measured = point && point.error === null ? point.processor : null;
  const ratio = found.expected !== null && measured !== null ? found.expected / measured : null;
  if (measured !== null) compared += 1;
  if (ratio !== null && ratio >= 0.5 && ratio <= 2) close += 1;
  const row = [found.expected, measured, found.elapsed].map(figure).join('');
  console.log(
    `${type.padEnd(26)}${row}  ${ratio === null ? '–' : ratio.toFixed(2)}${point?.error ? `  failed: ${point.error.slice(0, 80)}` : ''}`,
  );
}
console.log(`${close} of ${compared} measured examples within a factor of two.`);
