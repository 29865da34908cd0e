import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProbeReport } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { checkout } from '../config.ts';
import { version } from '../version.ts';
import { computeEnvironment } from './environment.ts';
import { probe } from './probe.ts';
import type { Sandbox } from './sandbox.ts';

/** Answers of probes of this checkout, one file for each hash. Where the checkout is not writable nothing is kept. */
const folder = path.join(checkout, 'node_modules/.cache/cuvette-probes');

/** How many are kept: those of settings that nobody uses any more go. */
const mostKept = 16;

/** Programs that compute finds on the path. */
const programs = ['xtb', 'crest', 'mopac', 'orca', 'psi4', 'antechamber', 'sqm', 'tleap', 'mmseqs', 'colabfold_search'];

/** What tells one state of a file or folder from another; "-" where it is not there. */
async function stateOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found === null ? '-' : `${await realpath(file)} ${found.size} ${found.mtimeMs}`;
}

/** The states of a folder's entries; of all files below it where `deep`. */
async function statesIn(place: string, deep = false): Promise<string[]> {
  const names = await readdir(place, { recursive: deep }).catch(() => []);
  const wanted = names.filter((name) => !deep || name.endsWith('.py') || name.endsWith('.json')).sort();
  return Promise.all(wanted.map(async (name) => `${name} ${await stateOf(path.join(place, name))}`));
}

/**
 * One hash of all that a probe's answer depends on: the machine, the interpreter, the packages of its environment, compute itself, programs on the path, the
 * places that settings name, and how jobs are shut in. Null where this cannot be known, as of an interpreter that has no environment of its own.
 */
async function probeHash(python: string, sandbox: Sandbox, threads: number): Promise<string | null> {
  const environment = path.join(path.dirname(python), '..');
  const hasOwn = await stat(path.join(environment, 'pyvenv.cfg')).catch(() => null);
  if (hasOwn === null) return null;
  const variables = computeEnvironment('', threads);
  const places = Object.entries(variables).filter(([name, value]) => /^CUVETTE_/.test(name) && path.isAbsolute(value));
  const onPath = (variables.PATH ?? '')
    .split(path.delimiter)
    .flatMap((one) => programs.map((name) => path.join(one, name)));
  const libraries = await readdir(path.join(environment, 'lib')).catch(() => []);
  const states = await Promise.all([
    stateOf(python),
    ...libraries.map((name) => statesIn(path.join(environment, 'lib', name, 'site-packages'))),
    statesIn(path.join(checkout, 'packages/compute/src'), true),
    statesIn(path.join(checkout, 'packages/compute/.environments')),
    ...onPath.map(stateOf),
    ...places.flatMap(([, place]) => [stateOf(place), statesIn(place)]),
  ]);
  const machine = [hostname(), cpus()[0]?.model, availableParallelism(), process.arch, version];
  const all = [machine, variables, sandbox.text, states];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 32);
}

const fileOf = (hash: string): string => path.join(folder, `${hash}.json`);

/** The answer that was kept under this hash, and how many seconds ago it was found; null where there is none. */
async function storedProbe(hash: string): Promise<{ report: ProbeReport; age: number } | null> {
  try {
    const [text, info] = await Promise.all([readFile(fileOf(hash), 'utf8'), stat(fileOf(hash))]);
    const parsed = z.safeParse(ProbeReport, JSON.parse(text));
    return parsed.success ? { report: parsed.data, age: (Date.now() - info.mtimeMs) / 1000 } : null;
  } catch {
    return null;
  }
}

/** Keeps an answer under this hash, and lets the oldest go. */
async function storeProbe(hash: string, report: ProbeReport): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = `${fileOf(hash)}.${process.pid}`;
    await writeFile(part, JSON.stringify(report), { mode: 0o600 });
    await rename(part, fileOf(hash));
    const kept = await Promise.all(
      (await readdir(folder)).map(async (name) => ({ name, time: (await stat(path.join(folder, name))).mtimeMs })),
    );
    const old = kept.sort((a, b) => b.time - a.time).slice(mostKept);
    await Promise.all(old.map(({ name }) => rm(path.join(folder, name), { force: true })));
  } catch {
    // A checkout that is not writable: the next start probes again.
  }
}

/** Seconds after a start at which an answer that was kept is checked, so that a first job is not held up; and for how long an answer is taken as it is. */
const checking = { after: 60, every: 3600 };

/** What makes a difference to the server: what can be computed, by which version. Times vary from probe to probe. */
const essence = ({ capabilities, methods, packages }: ProbeReport): string =>
  JSON.stringify([
    capabilities.toSorted(),
    packages,
    Object.entries(methods).map(([name, { available, version: of, solvent_models: solvents, engines = {} }]) => [
      name,
      available,
      of,
      solvents,
      Object.entries(engines).map(([engine, found]) => [engine, found.available, found.version]),
    ]),
  ]);

/**
 * What this machine can compute: the answer that was kept, where nothing that it depends on has changed, else that of a probe now. A kept answer is checked
 * by a probe a minute after the start; `changed` is called with the new one where it differs.
 */
export async function currentReport(
  { python, sandbox, threads }: { python: string; sandbox: Sandbox; threads: number },
  signal: AbortSignal,
  changed: (report: ProbeReport) => void,
  { after, every } = checking,
): Promise<ProbeReport> {
  const hash = await probeHash(python, sandbox, threads);
  const ask = async (until: AbortSignal | null = null): Promise<ProbeReport> => {
    const report = await probe(python, sandbox, threads, until);
    if (hash !== null) await storeProbe(hash, report);
    return report;
  };
  const kept = hash === null ? null : await storedProbe(hash);
  if (kept === null) return ask();
  if (kept.age > every) {
    void (async () => {
      await sleep(after * 1000, undefined, { signal, ref: false });
      const report = await ask(signal);
      if (essence(report) !== essence(kept.report)) changed(report);
    })().catch(() => {
      // It ends, or compute cannot be asked now: the next job says what is wrong.
    });
  }
  return kept.report;
}
