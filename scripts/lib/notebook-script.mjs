/** The script of `cuvette_embed.widget`: one file, built of the widgets and packed into the Python package. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { cuvetteEnvironment, cuvetteNode } from './node.mjs';
import { run, tail } from './run.mjs';
import { root } from './stamps.mjs';

const target = join(root, 'integrations/python/src/cuvette_embed/static/widget.js.gz');

/** Builds it anew. @returns {Promise<{file: string, bytes: number}>} what was written; throws with the builder's words */
export async function writeNotebookScript() {
  const { program, flags } = cuvetteNode();
  const folder = join(root, 'packages/widgets');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status, output } = await run(program, [...flags, vite, 'build', '-c', 'vite.notebook.config.ts'], {
    cwd: folder,
    env: { ...cuvetteEnvironment(), NODE_ENV: 'production' },
    limitSeconds: 600,
  });
  if (status !== 0) throw new Error(`The script of the notebook widget was not built:\n${tail(output, 60)}`);
  const packed = gzipSync(readFileSync(join(folder, 'dist/notebook/widget.js')), { level: 9 });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, packed);
  return { file: target, bytes: packed.length };
}
