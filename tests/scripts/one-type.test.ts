import { catalogue } from '@cuvette/core/workflows';
import { expect, test } from 'vitest';
import { bareZodMini, bundled } from '../bench/bundled.ts';

const files = catalogue.map(({ type }) => `src/workflows/${type.replaceAll('_', '-')}.ts`);

test.each(['docking', 'msa', 'conformer_search', 'admet'])(
  '%s imported alone brings no other type, no texts of citations and no client, at most twice bare zod/mini',
  async (type) => {
    const file = `src/workflows/${type.replaceAll('_', '-')}.ts`;
    const { gzip, sources } = await bundled(`export { default } from './../${file}';`);
    expect(sources).toContain(file);
    expect(sources.filter((source) => source !== file && files.includes(source))).toEqual([]);
    expect(sources.filter((source) => /works-|src\/client|src\/descriptors|catalogue\.ts/.test(source))).toEqual([]);
    expect(gzip / (await bundled(bareZodMini)).gzip).toBeLessThan(2);
  },
);
