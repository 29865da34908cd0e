import { catalogue } from '@cuvette/core/workflows';
import { expect, test } from 'vitest';
import { bareZodMini, bundled } from '../bench/bundled.ts';

const files = catalogue.map(({ type }) => `src/workflows/definitions/${type.replaceAll('_', '-')}.ts`);

/** Against zod/mini with the kinds of schema in use. The target is 2; the tables of methods with their errors, of engines, solvents and titles that every form needs keep it above. */
const highestRatio = 3.7;

test.each(['docking', 'msa', 'conformer_search', 'admet'])(
  '%s imported alone brings no other type, no texts of citations and no client, and stays small beside zod itself',
  async (type) => {
    const file = `src/workflows/definitions/${type.replaceAll('_', '-')}.ts`;
    const { gzip, sources } = await bundled(`export { default } from './../${file}';`);
    expect(sources).toContain(file);
    expect(sources.filter((source) => source !== file && files.includes(source))).toEqual([]);
    expect(sources.filter((source) => /works-|src\/client|src\/descriptors|catalogue\.ts/.test(source))).toEqual([]);
    expect(gzip / (await bundled(bareZodMini)).gzip).toBeLessThan(highestRatio);
    expect(gzip).toBeLessThan((await bundled("export * from 'zod/mini';")).gzip / 2);
  },
);
