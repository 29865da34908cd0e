/**
 * `npm run bench:isosurface`: from the bytes of a grid of 80 × 80 × 80 points to both lobes of an orbital on the screen, in Chromium, beside 3Dmol's own
 * `addIsosurface` on the same values in the same run. Prints milliseconds (the median of several runs, after one that loads what is needed) and how long the
 * page could not answer; ends with 1 where the whole takes more than 400 ms, or a task of the page's thread before drawing more than 50 ms of a processor.
 * Chromium draws in software here: what a graphics card reaches is not shown. The processor's time of tasks is Chromium's own count (its trace): unlike the
 * time on the clock it is the page's own work also where other programs keep the machine busy.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { inFolder } from './bundled.ts';
import { longestTasks } from './page-tasks.ts';

const widgets = new URL('../../packages/widgets/', import.meta.url).pathname;
const points = 80;
const runs = 7;
const target = { total: 400, blocked: 50 };

interface Figures {
  total: number;
  made: number;
  handed: number;
  drawn: number;
  blocked: number;
  blockedBefore: number;
  vertices: number;
}
type Both = { ours: Figures; engine: Figures };

const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };

/** Builds the page as the widgets are built, and serves it on this machine alone. */
async function site(folder: string): Promise<{ address: string; stop: () => void }> {
  await build({
    root: widgets,
    configFile: false,
    logLevel: 'error',
    base: './',
    resolve: { alias: [{ find: /^3dmol$/, replacement: '3dmol/build/3Dmol.es6-min.js' }] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1300,
      rolldownOptions: {
        input: { page: join(widgets, 'src/viewer/surfaces/testing/bench-page.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const html =
    '<!doctype html><html lang="en"><title>Bench</title><script type="module" src="page.js"></script></html>';
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://host').pathname);
    try {
      const body = path === '/' ? html : readFileSync(join(folder, path));
      response.setHeader('content-type', path === '/' ? 'text/html' : (types[extname(path)] ?? 'text/plain'));
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { address: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const missed: string[] = [];
await inFolder(async (folder) => {
  const { address, stop } = await site(join(folder, 'site'));
  const browser = await chromium.launch({
    executablePath: process.env.CUVETTE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
    page.on('pageerror', ({ message }) => console.error(message));
    await page.goto(address);
    await page.waitForFunction(() => 'runIsosurface' in globalThis);
    const once = (warm: boolean) =>
      page.evaluate(
        ([n, started]) =>
          (globalThis as unknown as { runIsosurface: (n: number, warm: boolean) => Promise<Both> }).runIsosurface(
            n as number,
            started as boolean,
          ),
        [points, warm],
      );
    await once(true);
    const all: Both[] = [];
    const cold: number[] = [];
    const tasks: { before: number; all: number }[] = [];
    for (let run = 0; run < runs; run++) {
      await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
      all.push(await once(true));
      const trace = await browser.stopTracing();
      tasks.push({
        before: longestTasks(trace, 'begin', 'drawing'),
        all: longestTasks(trace, 'begin', 'end'),
      });
      cold.push((await once(false)).ours.total);
    }
    const of = (who: keyof Both, what: keyof Figures) => median(all.map((each) => each[who][what]));
    const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(8);
    console.log(
      `Grid of ${points}³ points, both lobes of an orbital at ±0.02 (${of('ours', 'vertices')} vertices), ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}; median of ${runs} runs`,
    );
    console.log('                      whole  triangles  to engine    drawing  page blocked  before drawing');
    for (const [name, who] of [
      ['Cuvette', 'ours'],
      ['3Dmol addIsosurface', 'engine'],
    ] as const) {
      const figures = (['total', 'made', 'handed', 'drawn', 'blocked', 'blockedBefore'] as const).map((what) =>
        ms(of(who, what)),
      );
      console.log(`${name.padEnd(20)}${figures.join('  ')}`);
    }
    console.log(`With the start of the worker: ${median(cold).toFixed(0)} ms.`);
    const before = median(tasks.map((each) => each.before));
    console.log(
      `Longest task of the page's own thread: ${before.toFixed(1)} ms of a processor before the picture is drawn, ${median(tasks.map((each) => each.all)).toFixed(0)} ms with drawing it.`,
    );
    if (of('ours', 'total') > target.total) missed.push(`more than ${target.total} ms`);
    if (before > target.blocked) missed.push(`before drawing, a task of the page took more than ${target.blocked} ms`);
    const late = of('ours', 'blockedBefore');
    if (late > target.blocked && before <= target.blocked) {
      console.log(
        `By the clock the page was blocked for ${late.toFixed(0)} ms before drawing: other programs had the processors.`,
      );
    }
  } finally {
    await browser.close();
    stop();
  }
});
if (missed.length > 0) {
  console.error(`Missed: ${missed.join('; ')}.`);
  process.exitCode = 1;
}
