/**
 * `npm run bench:recording`: how long the viewer takes for a PNG, a GIF of 30 pictures and a WebM video of 150, from the click to the file, in the built
 * widgets in Chromium. Prints seconds and the longest time that the page could not answer; ends with 1 where PNG or GIF take more than 1 s, the
 * video more than 6 s, or a file has not exactly the pictures that it should. Chromium draws in software here, without smoothed edges (as other benches do);
 * what a graphics card reaches is not shown.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import { inFolder } from './bundled.ts';

const root = new URL('../../', import.meta.url).pathname;
const runs = 3;

interface Wanted {
  line: string;
  /** Seconds. */
  target: number | null;
  /** What the bytes must contain. */
  right: (bytes: Buffer) => boolean;
}

/** How often `piece` is in `bytes`. */
function count(bytes: Buffer, piece: Buffer): number {
  let found = 0;
  for (let at = bytes.indexOf(piece); at >= 0; at = bytes.indexOf(piece, at + piece.length)) found++;
  return found;
}

type Reader = () => (piece: Uint8Array) => unknown[];
const { blockReader } = (await import(
  new URL('packages/widgets/src/viewer/recording/webm-blocks.ts', `file://${root}`).href
)) as { blockReader: Reader };

/** Duration of a WebM file in milliseconds: element 0x4489, a float of four or eight bytes. */
function duration(bytes: Buffer): number {
  const at = bytes.indexOf(Buffer.from([0x44, 0x89])) + 2;
  return bytes[at] === 0x84 ? bytes.readFloatBE(at + 1) : bytes[at] === 0x88 ? bytes.readDoubleBE(at + 1) : Number.NaN;
}

const wanted: Wanted[] = [
  {
    line: 'Download PNG',
    target: 1,
    right: (bytes) => bytes.readUInt32BE(16) === 3840 && bytes.readUInt32BE(20) === 2160,
  },
  {
    line: 'Download GIF',
    target: 1,
    // A picture of a GIF begins with its delay: 25 hundredths of a second.
    right: (bytes) =>
      bytes.readUInt16LE(6) === 360 && count(bytes, Buffer.from([0x21, 0xf9, 4, 0, 25, 0, 0, 0, 0x2c])) === 30,
  },
  {
    line: 'Download WebM video',
    target: 6,
    right: (bytes) => duration(bytes) === 5000 && blockReader()(bytes).length === 150,
  },
];

/** The built widgets on a page of their own. */
async function page(folder: string): Promise<{ address: string; stop: () => void }> {
  process.env.NODE_ENV = 'production';
  const widgets = join(root, 'packages/widgets');
  const configFile = join(widgets, 'vite.config.ts');
  await build({ root: widgets, configFile, logLevel: 'error', build: { outDir: folder } });
  const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    const file = join(folder, normalize(pathname));
    if (pathname === '/') {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>bench</title><body><script type="module" src="/embed.js"></script>');
    } else if (file.startsWith(folder) && existsSync(file)) {
      response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
      response.end(readFileSync(file));
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { address: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** Caffeine: places in Å. */
const caffeine = `C 3.2198 -0.9002 0.0001|N 2.1190 0.0610 0.0000|C 2.2860 1.4210 -0.0001|N 1.1270 2.0480 -0.0001|C 0.1780 1.0840 0.0000|C 0.7670 -0.1480 0.0001|C 0.0010 -1.3430 0.0001|O 0.4590 -2.4730 0.0001|N -1.3890 -1.1050 0.0000|C -1.9900 0.1660 -0.0001|O -3.2010 0.3190 -0.0002|N -1.1510 1.2600 -0.0001|C -1.7160 2.6110 -0.0001|C -2.2580 -2.2820 0.0001|H 3.2600 1.8900 -0.0001|H 3.1600 -1.5400 0.8900|H 3.1600 -1.5400 -0.8900|H 4.1700 -0.3600 0.0000|H -2.3500 2.7300 0.8900|H -2.3500 2.7300 -0.8900|H -0.9200 3.3600 0.0000|H -2.0300 -2.8800 0.8900|H -2.0300 -2.8800 -0.8900|H -3.3100 -1.9900 0.0000`;
const numbers: Record<string, number> = { H: 1, C: 6, N: 7, O: 8 };
const atoms = caffeine.split('|').map((line) => {
  const [symbol = '', x = '', y = '', z = ''] = line.split(' ');
  return { atomic_number: numbers[symbol] ?? 0, position: [Number(x), Number(y), Number(z)] };
});

/** Shows the molecule and counts the longest time for which the page did not answer. */
async function show(on: Page): Promise<void> {
  await on.evaluate(async (shown) => {
    const element = document.createElement('cuvette-viewer') as HTMLElement & { molecule: unknown };
    element.setAttribute('style', 'display:block;width:600px;height:460px');
    element.setAttribute('antialias', 'off');
    element.molecule = { atoms: shown, charge: 0, multiplicity: 1, cell: null };
    const ready = new Promise((resolve) => {
      element.addEventListener('cuvette-ready', resolve, { once: true });
    });
    document.body.append(element);
    await ready;
    const watched = globalThis as unknown as { longest: number };
    watched.longest = 0;
    let last = performance.now();
    const watch = new MessageChannel();
    watch.port1.onmessage = () => {
      const now = performance.now();
      watched.longest = Math.max(watched.longest, now - last);
      last = now;
      setTimeout(() => {
        last = performance.now();
        watch.port2.postMessage(null);
      });
    };
    watch.port2.postMessage(null);
  }, atoms);
}

/** Seconds that the browser's processes have had of the processors (Linux; 0 elsewhere): what says something on a busy machine, too. */
function processorSeconds(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const processes = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      // Clock ticks are a hundredth of a second on every Linux that browsers run on.
      return [
        { id: Number(name), parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / 100 },
      ];
    } catch {
      return [];
    }
  });
  const family = new Set([process.pid]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id);
  }
  return processes.reduce((sum, { id, seconds }) => (id !== process.pid && family.has(id) ? sum + seconds : sum), 0);
}

/** Chooses a line of the viewer's menu and waits for its file. */
async function downloaded(
  on: Page,
  line: string,
): Promise<{ seconds: number; processor: number; bytes: Buffer; longest: number }> {
  const viewer = on.locator('cuvette-viewer');
  await viewer.getByRole('button', { name: 'View', exact: true }).click();
  const file = on.waitForEvent('download', { timeout: 300_000 });
  await on.evaluate(() => Object.assign(globalThis, { longest: 0 }));
  const had = processorSeconds();
  const begin = performance.now();
  await viewer.getByRole('menuitem', { name: line }).click();
  const path = await (await file).path();
  const seconds = (performance.now() - begin) / 1000;
  const processor = processorSeconds() - had;
  const longest = await on.evaluate(() => (globalThis as unknown as { longest: number }).longest);
  return { seconds, processor, bytes: readFileSync(path), longest };
}

const missed: string[] = [];
await inFolder(async (folder) => {
  const site = await page(join(folder, 'site'));
  const browser = await chromium.launch({
    executablePath: process.env.CUVETTE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
  });
  try {
    const on = await browser.newPage({ viewport: { width: 900, height: 700 } });
    on.on('pageerror', ({ message }) => console.error(message));
    await on.goto(site.address);
    await show(on);
    for (const { line, target, right } of wanted) {
      const made: Awaited<ReturnType<typeof downloaded>>[] = [];
      for (let run = 0; run < runs; run++) made.push(await downloaded(on, line));
      // The first one loads what writes the file.
      const best = made.reduce((a, b) => (b.seconds < a.seconds ? b : a));
      const wrong = made.filter(({ bytes }) => !right(bytes)).length;
      const met = target === null || best.seconds <= target;
      const all = made.map(({ seconds }) => seconds.toFixed(2)).join(', ');
      console.log(
        `${line.padEnd(20)} ${all} s; best ${best.seconds.toFixed(2)} s${target === null ? '' : ` (target ${target} s: ${met ? 'met' : 'MISSED'})`}, ${best.processor.toFixed(1)} s of the processors, ${Math.round(best.bytes.length / 1000)} kB, page busy for ${Math.round(best.longest)} ms at most`,
      );
      if (!met) missed.push(line);
      if (wrong > 0) missed.push(`${line}: ${wrong} files are not as they should be`);
    }
  } finally {
    await browser.close();
    site.stop();
  }
});
const [load = 0] = loadavg();
if (load > availableParallelism()) {
  console.log(
    `Other work keeps the machine busy (load ${load.toFixed(1)} on ${availableParallelism()} cores): times are upper bounds.`,
  );
}
console.log(missed.length === 0 ? 'All targets met.' : `Missed: ${missed.join('; ')}.`);
process.exitCode = missed.length === 0 ? 0 : 1;
process.exit();
