import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where a controller of tests works, and for which server. */
interface Place {
  root: string;
  server: string;
  token: string;
  workerKey: string;
  /** What the pilots call as Python. */
  python: string;
  /** Further variables of the pilots, in their quotes. */
  environment?: Record<string, string>;
}

/** Fields of the settings file as TOML writes them (texts in their quotes): those of the top, and those of the one kind of pilot. */
interface Fields {
  top?: Record<string, string | number>;
  pilot?: Record<string, string | number>;
  file?: string;
}

const lines = (fields: Record<string, string | number>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');

/** Writes the files that `cuvette pilots` needs; what comes back writes a settings file with other fields and gives its path. */
export async function pilotSettings({ root, server, token, workerKey, python, environment: more = {} }: Place) {
  const secret = async (name: string, text: string): Promise<string> => {
    const file = path.join(root, name);
    await writeFile(file, `${text}\n`, { mode: 0o600 });
    return `"${file}"`;
  };
  const state = path.join(root, 'pilots');
  await mkdir(state, { recursive: true, mode: 0o700 });
  const top = {
    name: '"lab"',
    server: `"${server}"`,
    system: '"local"',
    state: `"${state}"`,
    demand_token_file: await secret('demand-token', token),
    worker_key_file: await secret('worker-key', workerKey),
    at_once: 2,
    idle_minutes: 0.05,
    poll_seconds: 0.3,
  };
  const pilot = { name: '"cpu"', cores: 1, memory_mb: 2048, walltime: '"01:00:00"' };
  const environment = {
    CUVETTE_PYTHON: `"${python}"`,
    CUVETTE_TEST_RECIPES: '"1"',
    TMPDIR: `"${root}"`,
    HOME: `"${root}"`,
    ...more,
  };
  return async (fields: Fields = {}): Promise<string> => {
    const file = path.join(root, fields.file ?? 'pilots.toml');
    const text = `${lines({ ...top, ...fields.top })}\n[[pilot]]\n${lines({ ...pilot, ...fields.pilot })}\n[pilot.environment]\n${lines(environment)}`;
    await writeFile(file, text);
    return file;
  };
}
