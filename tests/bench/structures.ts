/**
 * `npm run bench:structures`: how long searches by structure take among `CUVETTE_BENCH_MOLECULES` (100 000) molecules, each of an item of its own, by
 * the calls that the search page makes: the first 20 items, their molecules and the number of all. On the database that the first argument names
 * ("pglite", the default, or "postgres"). Prints medians and the slowest call in milliseconds; judges nothing.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from '../e2e/support/product.ts';

const kind = process.argv[2] ?? 'pglite';
const count = Number(process.env.CUVETTE_BENCH_MOLECULES ?? 100_000);
const turns = 10;

/** Searches; those that are to be fast are marked with the milliseconds that they may take. */
const searches: { title: string; query: Record<string, string>; most: number | null }[] = [
  { title: 'exact', query: { exact: 'c1cc(-c2ccccc2)ccc1C(F)(F)F' }, most: 50 },
  { title: 'substructure, benzoic acid', query: { substructure: 'OC(=O)c1ccccc1' }, most: 1000 },
  {
    title: 'similarity, at least 0.7',
    query: { similar_to: 'O=C(O)c1ccc(-c2ccc(F)cc2)cc1', min_similarity: '0.7', sort: 'similarity' },
    most: 300,
  },
  { title: 'substructure, indole', query: { substructure: 'c1ccc2[nH]ccc2c1' }, most: null },
  { title: 'substructure, SMARTS of amides', query: { substructure: '[NX3;H1,H2]C(=O)[#6]' }, most: null },
  { title: 'substructure, most molecules', query: { substructure: 'c1ccccc1' }, most: null },
];

const server = spawn(process.execPath, ['packages/server/scripts/many-molecules-server.ts', kind, String(count)], {
  cwd: root,
  stdio: ['pipe', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => server.once('exit', resolve));
try {
  const line: IteratorResult<string, unknown> = await createInterface({ input: server.stdout })
    [Symbol.asyncIterator]()
    .next();
  if (line.done) throw new Error('the server ended');
  const { address, key, seconds } = JSON.parse(line.value) as { address: string; key: string; seconds: number };
  console.log(`${kind}, ${count} molecules, described and stored in ${seconds.toFixed(0)} s`);
  const ask = async (query: Record<string, string>) => {
    const began = performance.now();
    const answer = await fetch(
      `${address}/api/saved_search/contents?${new URLSearchParams({ count: 'true', ...query })}`,
      {
        headers: { 'x-api-key': key },
      },
    );
    const { total, detail } = (await answer.json()) as { total?: number; detail?: string };
    if (!answer.ok) throw new Error(detail);
    return { total, time: performance.now() - began };
  };
  const first = await ask({ substructure: '[U]' });
  console.log(`the first search, which reads the molecules into memory: ${(first.time / 1000).toFixed(1)} s`);
  for (const { title, query, most } of searches) {
    const times: number[] = [];
    let total: number | undefined;
    for (let turn = 0; turn < turns; turn += 1) {
      // An answer is kept for as long as its question is the same: each turn asks in a way of its own, which means the same.
      const padded = Object.fromEntries(
        Object.entries(query).map(([name, value]) => [
          name,
          Number.isNaN(Number(value)) && name !== 'sort' ? value + ' '.repeat(turn) : value,
        ]),
      );
      const asked = await ask(padded);
      times.push(asked.time);
      total = asked.total;
    }
    const sorted = times.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const limit = most === null ? '' : `, may take ${most} ms`;
    console.log(
      `  ${title}: ${median.toFixed(0)} ms, slowest ${(sorted.at(-1) ?? 0).toFixed(0)} ms${limit}; ${total} items`,
    );
  }
} finally {
  server.stdin.end();
  await ended;
}
