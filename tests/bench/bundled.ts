import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const core = new URL('../../packages/core/', import.meta.url).pathname;

/** A built ES module: its code, what it weighs (bytes, gzip level 9), and the source files of which something is in it. */
export interface Bundled {
  code: string;
  gzip: number;
  sources: string[];
}

/** Builds an entry as the widgets are built (minified, tree-shaken), dynamic imports in one file with it or left out. */
export async function bundled(entry: string, { whole = false } = {}): Promise<Bundled> {
  const folder = mkdtempSync(join(core, 'dist-entry-'));
  const file = join(folder, 'entry.ts');
  writeFileSync(file, entry);
  try {
    const result = await build({
      configFile: false,
      logLevel: 'error',
      root: core,
      build: {
        write: false,
        target: 'es2022',
        lib: { entry: file, formats: ['es'], fileName: 'entry' },
        rolldownOptions: { output: { codeSplitting: !whole } },
      },
    });
    const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) =>
      'output' in each ? each.output : [],
    );
    const chunk = outputs.find((output) => output.type === 'chunk' && output.isEntry);
    if (chunk?.type !== 'chunk') throw new Error('The build gave no entry.');
    const used = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0);
    return {
      code: chunk.code,
      gzip: gzipSync(chunk.code, { level: 9 }).length,
      sources: used.map(([path]) => path.replace(core, '')),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs work with a folder of its own, which goes afterwards. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'cuvette-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** zod/mini with the kinds of schema that workflow types are made of, and nothing else: what a type costs before it says anything. */
export const bareZodMini = `import * as z from 'zod/mini';
export const schema = z.looseObject({
  a: z._default(z.boolean(), true),
  b: z._default(z.array(z.nullable(z.string())), []),
  c: z.int().check(z.minimum(1), z.maximum(9)),
  d: z.union([z.string(), z.number()]),
  e: z.record(z.string(), z.unknown()),
  f: z.tuple([z.number(), z.number()]),
  g: z.prefault(z.looseObject({ h: z.enum(['x', 'y']) }), { h: 'x' }),
  i: z.pipe(z.transform((value: unknown) => value), z.enum(['x', 'y'])),
  j: z.discriminatedUnion('k', [z.looseObject({ k: z.literal('l') })]),
});
export const whole = z.extend(schema, { m: z.string() });
export const read = (value: unknown) => z.safeParse(whole, value);
export const parse = (value: unknown) => z.parse(whole, value);
`;
