import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkout } from '../config.ts';

/**
 * Environment of a compute process: nothing of the server's own (no keys, no database address), a private home, and a
 * fixed number of threads for every numerical library (two libraries fighting for threads cost a factor of five).
 * `clockOffsetMs` is what the server's clock is ahead of this machine's: compute's times are the server's.
 */
export function computeEnvironment(home: string, threads: number, clockOffsetMs = 0): Record<string, string> {
  const count = String(threads);
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: home,
    TMPDIR: home,
    PYTHONPATH: path.join(checkout, 'packages/compute/src'),
    PYTHONUNBUFFERED: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    CUVETTE_CLOCK_OFFSET_MS: String(clockOffsetMs),
    OMP_NUM_THREADS: count,
    OPENBLAS_NUM_THREADS: count,
    MKL_NUM_THREADS: count,
    NUMEXPR_NUM_THREADS: count,
    OMP_STACKSIZE: '512M',
    ...ownEngines(),
    ...placesOfPrograms(),
    ...(process.env.CUDA_VISIBLE_DEVICES === undefined
      ? {}
      : { CUDA_VISIBLE_DEVICES: process.env.CUDA_VISIBLE_DEVICES }),
    ...(process.env.CUVETTE_TEST_RECIPES ? { CUVETTE_TEST_RECIPES: process.env.CUVETTE_TEST_RECIPES } : {}),
  };
}

/** What tells compute where programs, databases and weights of models are. */
const places = [
  'CUVETTE_SEQUENCE_DATABASES',
  'CUVETTE_AMBERTOOLS',
  'CUVETTE_MOPAC',
  'CUVETTE_OPENMPI',
  'CUVETTE_ORCA',
  'CUVETTE_PSI4',
  'CUVETTE_XTB',
  'CUVETTE_CREST',
  'CUVETTE_PYPERMM',
  'CUVETTE_BOLTZ',
  'CUVETTE_BOLTZ_CACHE',
  'CUVETTE_CHAI',
  'CUVETTE_CHAI_DOWNLOADS',
  'CUVETTE_BOLTZGEN',
  'CUVETTE_BOLTZGEN_CACHE',
  'CUVETTE_COLABFOLD',
  'CUVETTE_COLABFOLD_DATABASES',
  'CUVETTE_WEIGHTS',
];

/** The variables that name programs, databases and weights, as far as they are set: a server hands them on to its workers, and these to compute. */
export function placesOfPrograms(): Record<string, string> {
  return Object.fromEntries(places.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Engines in environments of their own: the text of `engines.json` (CUVETTE_ENGINES, else in the data directory), as a sandbox may hide the file. */
function ownEngines(): { CUVETTE_ENGINES?: string } {
  const data = process.env.CUVETTE_DATA;
  const file = process.env.CUVETTE_ENGINES ?? (data ? path.join(data, 'engines.json') : null);
  if (file === null) return {};
  try {
    return { CUVETTE_ENGINES: readFileSync(file, 'utf8') };
  } catch (error) {
    // The probe reports a file that was named and cannot be read; without one there are no such engines.
    return process.env.CUVETTE_ENGINES === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? {}
      : { CUVETTE_ENGINES: file };
  }
}
