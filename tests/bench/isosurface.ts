/**
 * `npm run bench:isosurface`: from the bytes of a grid of 80 × 80 × 80 points to both lobes of an orbital on the screen, in Chromium, beside 3Dmol's own
 * `addIsosurface` on the same values in the same run. Prints milliseconds (the median of several runs, after one that loads what is needed) and how long the
 * page could not answer; ends with 1 where the whole takes more than 400 ms, or a task of the page's thread before drawing more than 50 ms of a processor.
 * Chromium draws in software here: what a graphics card reaches is not shown. The processor's time of tasks is Chromium's own count (its trace): unlike the
 * time on the clock it is the page's own work also where other programs keep the machine busy.
 */
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { benchSite } from './bench-site.ts';
import { inFolder } from './bundled.ts';
import { longestTasks } from './page-tasks.ts';

const points = 80;
const runs = 8;
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

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const missed: string[] = [];
await inFolder(async (folder) => {
  const { address, stop } = await benchSite('viewer/surfaces/testing/bench-page.ts', join(folder, 'site'));
  const browser = await chromium.launch({
    executablePath: process.env.CUVETTE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
    page.on('pageerror', ({ message }) => console.error(message));
    await page.goto(address);
    await page.waitForFunction(() => 'runIsosurface' in globalThis);
    type Run = (n: number, warm: boolean, oursFirst: boolean) => Promise<Both>;
    const once = (warm: boolean, oursFirst = true) =>
      page.evaluate(
        ([n, started, before]) => (globalThis as unknown as { runIsosurface: Run }).runIsosurface(n, started, before),
        [points, warm, oursFirst] as const,
      );
    await once(true);
    const all: Both[] = [];
    const cold: number[] = [];
    const tasks: { before: number; all: number }[] = [];
    for (let run = 0; run < runs; run++) {
      await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
      all.push(await once(true, run % 2 === 0));
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
    console.log(`Beside 3Dmol: ${(of('ours', 'total') / of('engine', 'total')).toFixed(2)} of its time.`);
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
