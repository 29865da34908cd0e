import { expect, test } from 'vitest';
import { bareZodMini, bundled } from '../bench/bundled.ts';

/**
 * Against zod/mini with the kinds of schema in use. The target is 2; the tables of methods with their errors, of engines, solvents and titles that every
 * form needs keep it above, and so do caveats, applicability, headlines, defaults by expected time, chains and calibrations,
 * which every type has.
 */
const highestRatio = 4.9;

test.each(['docking', 'msa', 'conformer_search', 'admet'])(
  '%s imported alone brings no other type, no texts of citations and no client, and stays small beside zod itself',
  async (type) => {
    const file = `src/workflows/types/${type}/index.ts`;
    const { gzip, sources } = await bundled(`export { default } from './../${file}';`);
    expect(sources).toContain(file);
    expect(
      sources.filter(
        (source) => /workflows\/types\/(\w+)\//.exec(source)?.[1] !== type && source.includes('workflows/types/'),
      ),
    ).toEqual([]);
    expect(sources.filter((source) => /works-|src\/client|src\/descriptors|catalogue\.ts/.test(source))).toEqual([]);
    expect(gzip / (await bundled(bareZodMini)).gzip).toBeLessThan(highestRatio);
    expect(gzip).toBeLessThan((await bundled("export * from 'zod/mini';")).gzip * 0.56);
  },
);

test.each(['docking', 'pka', 'scan', 'conformer_search'])(
  'what a view needs of %s brings nothing of its form, its rules and its times, and is smaller',
  async (type) => {
    const [whole, results] = await Promise.all(
      ['index', 'results'].map((name) =>
        bundled(`export { default } from './../src/workflows/types/${type}/${name}.ts';`),
      ),
    );
    const ofForms =
      /workflows\/(?:define\.ts|types\/\w+\/(?:rules|form)\.ts|parts\/(?:times|levels\/(?:levels|setting-problems)))/;
    expect(results?.sources.filter((source) => ofForms.test(source))).toEqual([]);
    expect(whole?.sources.filter((source) => ofForms.test(source)).length).toBeGreaterThan(3);
    expect(results?.gzip ?? 0).toBeLessThan(0.8 * (whole?.gzip ?? 0));
  },
);
