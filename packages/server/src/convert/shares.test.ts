import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { fullRun } from '../testing/load.ts';
import { CallerLeft, type ConvertPool, createConvertPool } from './pool.ts';
import { smilesToMolecules } from './smiles-batch.ts';

/** A chain whose geometry takes RDKit half a minute and more. */
const long = { smiles: ['C'.repeat(300)] };

let pool: ConvertPool;
beforeEach(async () => {
  pool = await createConvertPool({ python: readConfig([], {}).python, size: 1, quickMs: 250, personLimit: 4 });
  await pool.warm();
});
afterEach(() => pool.close());

test("one person's long structures hold up nobody else, and what they may have waiting is limited", async () => {
  const ended: string[] = [];
  const busy = pool.of('busy');
  const asked = Array.from({ length: 6 }, () =>
    busy.run('smiles_to_mols', long).catch((error: Error) => ended.push(error.message)),
  );
  const results = await Promise.all(
    ['CCO', 'O', 'c1ccccc1'].map((smiles) => smilesToMolecules(pool.of('other'), [smiles])),
  );
  expect(results.map(([found]) => found?.molecule?.atoms.length)).toEqual([9, 3, 12]);
  expect((await smilesToMolecules(pool.of('third'), ['C']))[0]?.molecule?.atoms).toHaveLength(5);
  // One is under way and four wait; none has ended but the one that was too many.
  expect(ended).toEqual(['4 structures of yours wait for conversion already. Try again when they are done.']);
  await pool.close();
  await Promise.all(asked);
});

test.runIf(fullRun)('a question that outlives the quick lane is answered all the same', async () => {
  const [found] = await smilesToMolecules(pool.of('someone'), [`${'C'.repeat(40)}O`]);
  expect(found?.molecule?.atoms).toHaveLength(40 * 3 + 3);
  const [next] = await smilesToMolecules(pool.of('someone'), ['C']);
  expect(next?.molecule?.atoms).toHaveLength(5);
});

test('what nobody waits for any more is given up, and its person is not held up by it', async () => {
  const caller = new AbortController();
  const left = pool.of('someone', caller.signal);
  const asked = Array.from({ length: 4 }, () => left.run('smiles_to_mols', long));
  const ends = Promise.allSettled(asked);
  // Answered after the long ones have left the quick lane: one is in the long lane then, the others wait behind it.
  await smilesToMolecules(pool.of('other'), ['C']);
  caller.abort();
  for (const end of await ends) expect(end).toEqual({ status: 'rejected', reason: expect.any(CallerLeft) });
  await expect(left.run('smiles_to_mols', { smiles: ['C'] })).rejects.toThrow(CallerLeft);
  const [found] = await smilesToMolecules(pool.of('someone'), ['CCO']);
  expect(found?.molecule?.atoms).toHaveLength(9);
});

// The wait of ten seconds itself; in `npm test` convert.test.ts lets a shorter one pass.
test.runIf(fullRun)('a conversion has ten seconds unless the pool says otherwise', async () => {
  const usual = await createConvertPool({ python: readConfig([], {}).python, size: 1, quickMs: 100 });
  try {
    await expect(usual.run('smiles_to_mols', long)).rejects.toThrow('could not be converted within 10 s');
  } finally {
    await usual.close();
  }
});
