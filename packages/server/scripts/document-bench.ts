/**
 * `npm run bench:document`: seconds, memory and bytes of the supporting information of `CUVETTE_BENCH_ITEMS` (200) items. They are the shipped examples of
 * all types, brought in again and again. `CUVETTE_BENCH_KEEP` names a folder that the files are written to.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bringIn } from '../src/testing/bundle-zips.ts';
import { call, ownerKey, startTestServer } from '../src/testing/test-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const count = Number(process.env.CUVETTE_BENCH_ITEMS ?? 200);
const mostSeconds = 20;

const results = path.join(root, 'examples/results');
const examples = readdirSync(results).sort();
const data = mkdtempSync(path.join(tmpdir(), 'cuvette-bench-'));
const server = await startTestServer({ data, databaseUrl: null });
try {
  const uuids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = examples[index % examples.length] ?? '';
    const { status, body } = await bringIn(server, JSON.parse(readFileSync(path.join(results, name), 'utf8')));
    if (status !== 200 && status !== 201) throw new Error(`${name}: ${body.detail}`);
    uuids.push(...body.items.map(({ uuid }) => uuid));
  }
  for (const journal of ['acs', 'own']) {
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const begun = performance.now();
    const body = { name: 'Supporting Information', uuids, options: { journal } };
    const made = await call<{ uuid: string; status: string; error: string | null }>(server, 'POST', '/api/document', {
      body,
    });
    let slowest = 0;
    let now = made;
    while (now.body.status === 'making') {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const asked = performance.now();
      now = await call(server, 'GET', `/api/document/${made.body.uuid}`);
      slowest = Math.max(slowest, performance.now() - asked);
    }
    clearInterval(watch);
    const seconds = (performance.now() - begun) / 1000;
    if (now.body.status !== 'made') throw new Error(now.body.error ?? now.body.status);
    const sizes: string[] = [];
    for (const format of ['html', 'docx', 'txt', 'bib', 'ris', 'zip']) {
      const answer = await fetch(new URL(`/api/document/${made.body.uuid}/file?format=${format}`, server.address), {
        headers: { 'x-api-key': ownerKey },
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      sizes.push(`${format} ${(bytes.length / 1e6).toFixed(2)} MB`);
      const kept = process.env.CUVETTE_BENCH_KEEP;
      if (kept) {
        mkdirSync(kept, { recursive: true });
        writeFileSync(path.join(kept, `${journal}.${format}`), bytes);
      }
    }
    console.log(
      `${uuids.length} items, ${journal}: ${seconds.toFixed(1)} s (at most ${mostSeconds}), ${Math.round((most - before) / 2 ** 20)} MB of memory more, another call beside it at most ${Math.round(slowest)} ms; ${sizes.join(', ')}`,
    );
    if (seconds > mostSeconds) process.exitCode = 1;
  }
} finally {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}
