/**
 * `npm run bench:trajectory`: what the trajectory player reaches, in a real browser against a real server: frames per second, bytes on the wire against raw
 * float64, how soon the first frame is there, memory. Chromium draws in software here: what a graphics card reaches is not shown. Edges are not smoothed
 * (`antialias="off"`): in software that costs more than all else.
 * With NGL's script the largest is drawn by NGL as well, in the same browser (it brings too much to be a dependency):
 * `npm pack ngl@2.5.0 && tar xzf ngl-2.5.0.tgz && CUVETTE_NGL=package/dist/ngl.js npm run bench:trajectory`.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { inFolder } from './bundled.ts';
import { nglRate } from './ngl-frames.ts';

const root = new URL('../../', import.meta.url).pathname;
const targets = { fps: 24, wire: 0.45, first: 0.1, megabytes: 100 };

interface Server {
  address: string;
  stop: () => Promise<void>;
}
interface TestServers {
  startTestServer: (place: { data: string; databaseUrl: string | null }) => Promise<Server>;
  call: (server: Server, method: string, path: string, options: { body: unknown }) => Promise<{ status: number }>;
}
interface FinishedItems {
  finishedItem: (
    server: Server,
    made: { name: string; type: string; data: Record<string, unknown> },
    left: { name: string; kind: string; bytes: Uint8Array; details: Record<string, unknown> }[],
  ) => Promise<string>;
}
const testing = (name: string) => import(new URL(`packages/server/src/testing/${name}.ts`, `file://${root}`).href);
const { startTestServer, call } = (await testing('test-server')) as TestServers;
const { finishedItem } = (await testing('finished-item')) as FinishedItems;

/** Repeatable numbers between 0 and 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** Places of a chain that goes to and fro through a cube, 1.5 Å from atom to atom, as bonds are. */
function folded(atoms: number): Float32Array {
  const side = Math.ceil(atoms ** (1 / 3));
  return Float32Array.from({ length: 3 * atoms }, (_, index) => {
    const atom = Math.floor(index / 3);
    const layer = Math.floor(atom / side ** 2);
    const row = Math.floor(atom / side);
    const [x, y] = [atom % side, row % side];
    return 1.5 * ([row % 2 === 0 ? x : side - 1 - x, layer % 2 === 0 ? y : side - 1 - y, layer][index % 3] as number);
  });
}

/** A folded chain of carbon atoms whose frames shake by about 0.3 Å, as matter at room temperature does. */
function coil(atoms: number, frames: number) {
  const random = generator(atoms);
  const rest = folded(atoms);
  const positions = new Float32Array(3 * atoms * frames);
  for (let index = 0; index < positions.length; index++) {
    positions[index] = (rest[index % rest.length] as number) + (random() + random() + random() - 1.5) * 0.6;
  }
  const described = Array.from({ length: atoms }, (_, atom) => [
    String(atom + 1),
    { element: 'C', x: rest[3 * atom], y: rest[3 * atom + 1], z: rest[3 * atom + 2], bvalue: 0 },
  ]);
  const residue = {
    name: 'COI',
    full_name: null,
    internal_id: 'A',
    polymer: 'A',
    atoms: Object.fromEntries(described),
  };
  const model = { polymer: {}, non_polymer: { 'A.1': residue }, branched: {}, water: {} };
  return {
    positions,
    data: {
      protein: { description: {}, experiment: {}, geometry: {}, quality: {}, models: [model] },
      bonds: Array.from({ length: atoms - 1 }, (_, atom) => [atom, atom + 1]),
      trajectories: [{ uuid: 'a', ligand_rmsd: Array.from({ length: frames }, () => 0) }],
    },
  };
}

async function publicItem(server: Server, atoms: number, frames: number): Promise<string> {
  const { positions, data } = coil(atoms, frames);
  const details = { replicate: 0, num_atoms: atoms, num_frames: frames };
  const bytes = new Uint8Array(positions.buffer);
  const item = { name: `${atoms} atoms`, type: 'pose_analysis_md', data };
  const uuid = await finishedItem(server, item, [{ name: 'trajectory-0', kind: 'trajectory', bytes, details }]);
  const { status } = await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: true } });
  if (status !== 200) throw new Error(`The item could not be made public (status ${status}).`);
  return uuid;
}

/** The built widgets on a page of their own, alone enough for the browser to measure its memory. */
async function pages(folder: string): Promise<{ address: string; stop: () => void }> {
  process.env.NODE_ENV = 'production';
  const widgets = join(root, 'packages/widgets');
  await build({
    root: widgets,
    configFile: join(widgets, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
  });
  const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    const file = join(folder, normalize(pathname));
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
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

interface Played {
  fps: number;
  /** How often the page is drawn per second when nothing moves: less than 60 on a machine that has other work. */
  screen: number;
  decoder: string | null;
  loadSeconds: number;
  firstShare: number;
  megabytes: number;
  /** Of one 24-frame-per-second second, how much was drawn: frames shown over frames due. */
  kept: number;
  /** Width and height of the picture in pixels. */
  picture: [number, number];
}

/** Loads and plays an item in the page; megabytes are what the page holds more than before. */
async function play(page: Page, api: string, uuid: string): Promise<Played> {
  return page.evaluate(
    async ([origin, workflow]) => {
      type Memory = { measureUserAgentSpecificMemory(): Promise<{ bytes: number }> };
      const memory = async () => (await (performance as unknown as Memory).measureUserAgentSpecificMemory()).bytes;
      const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
      const until = async (what: () => unknown, limit = 300_000) => {
        const end = performance.now() + limit;
        while (!what()) {
          if (performance.now() > end) throw new Error(`did not come: ${what}`);
          await new Promise(requestAnimationFrame);
        }
      };
      const element = document.createElement('cuvette-trajectory');
      element.setAttribute('style', 'display:block;width:800px;height:700px');
      for (const [name, value] of [
        ['api', origin],
        ['workflow', workflow],
        ['public', ''],
        ['loop', ''],
        ['antialias', 'off'],
      ] as const) {
        element.setAttribute(name, value as string);
      }
      document.body.append(element);
      const inside = <E extends Element = HTMLElement>(selector: string) =>
        element.shadowRoot?.querySelector<E>(selector);
      const button = (name: string) =>
        [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find(
          ({ textContent }) => textContent?.trim() === name,
        );
      await until(() => inside('canvas') && button('Load'));
      await pause(500);
      let screen = 0;
      for (const end = performance.now() + 1000; performance.now() < end; screen++) {
        await new Promise(requestAnimationFrame);
      }
      const before = await memory();
      let shown: number[] = [];
      let first: number | null = null;
      element.addEventListener('cuvette-frame', () => {
        const now = performance.now();
        first ??= now;
        shown.push(now);
      });
      const begin = performance.now();
      button('Load')?.click();
      await until(() => inside('.cv-trajectory')?.dataset.load === 'success');
      const end = performance.now();
      const megabytes = ((await memory()) - before) / 1e6;
      const rate = async (seconds: number) => {
        await pause(500);
        shown = [];
        await pause(1000 * seconds);
        return shown.length / seconds;
      };
      button('Play')?.click();
      const kept = (await rate(3)) / 24;
      // Four times as fast there are more frames than any screen shows: as many are drawn as can be.
      element.setAttribute('speed', '4');
      const fps = await rate(3);
      button('Pause')?.click();
      const decoder = element.getAttribute('data-decoder');
      const canvas = inside('canvas');
      const picture: [number, number] = [canvas?.clientWidth ?? 0, canvas?.clientHeight ?? 0];
      element.remove();
      return {
        picture,
        fps,
        screen,
        kept,
        decoder,
        loadSeconds: (end - begin) / 1000,
        firstShare: ((first ?? end) - begin) / (end - begin),
        megabytes,
      };
    },
    [api, uuid] as const,
  );
}

/**
 * Frames per second at most of the same atoms when the page gives its own frames, as molecules. Without a range to choose the picture would be higher: it is
 * made as large as that of the stream.
 */
async function playOwn(page: Page, atoms: number, picture: [number, number]): Promise<number> {
  const frames = 30;
  const { positions, data } = coil(atoms, frames);
  return page.evaluate(
    async ([places, count, bonds, [width, height]]) => {
      const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
      const element = document.createElement('cuvette-trajectory');
      element.setAttribute('style', 'display:block;width:800px;height:700px');
      for (const name of ['loop', 'antialias']) element.setAttribute(name, name === 'loop' ? '' : 'off');
      const own = Array.from({ length: places.length / (3 * count) }, (_, frame) => ({
        charge: 0,
        multiplicity: 1,
        cell: null,
        atoms: Array.from({ length: count }, (_, atom) => {
          const at = 3 * (frame * count + atom);
          return { atomic_number: 6, position: places.slice(at, at + 3) };
        }),
      }));
      Object.assign(element, { frames: own, bonds });
      document.body.append(element);
      const button = () =>
        [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find((each) => each.textContent?.trim() === 'Play');
      const limit = performance.now() + 120_000;
      while (!button() || button()?.disabled || !element.shadowRoot?.querySelector('canvas')) {
        if (performance.now() > limit) throw new Error('The frames of the page cannot be played.');
        await new Promise(requestAnimationFrame);
      }
      const canvas = element.shadowRoot?.querySelector('canvas');
      while (canvas?.clientHeight !== height || canvas.clientWidth !== width) {
        if (performance.now() > limit) throw new Error('The picture of the own frames has another size.');
        element.style.height = `${element.clientHeight + height - (canvas?.clientHeight ?? height)}px`;
        await pause(200);
      }
      await pause(500);
      element.setAttribute('speed', '4');
      button()?.click();
      await pause(500);
      let shown = 0;
      element.addEventListener('cuvette-frame', () => shown++);
      await pause(3000);
      const rate = shown / 3;
      element.remove();
      return rate;
    },
    [Array.from(positions), atoms, data.bonds, picture] as const,
  );
}

/** Bytes of a stream as they come over the wire, against the raw float64 of its frames. */
async function wireShare(server: Server, uuid: string, atoms: number, frames: number): Promise<number> {
  const { get } = await import('node:http');
  const path = `/api/shared/trajectory/${uuid}/compressed_stream?num_frames=${frames}`;
  const bytes = await new Promise<number>((resolve, reject) => {
    get(new URL(path, server.address), { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let sum = 0;
      answer.on('data', (piece: Buffer) => {
        sum += piece.length;
      });
      answer.on('end', () => resolve(sum));
    }).on('error', reject);
  });
  return bytes / (atoms * 24 * frames);
}

async function besideNgl(browser: Browser, ours: number, atoms: number): Promise<void> {
  const script = process.env.CUVETTE_NGL;
  if (!script) {
    line('NGL', `not given: CUVETTE_NGL=…/dist/ngl.js puts it beside ours (see the head of this file)`, null);
    return;
  }
  const page = await browser.newPage({ viewport: { width: 900, height: 800 } });
  const theirs = await nglRate(page, script, atoms, coil(atoms, 10).positions);
  await page.close();
  line(
    `${atoms} atoms as lines: NGL draws per second`,
    `${theirs.toFixed(1)}; ours ${(ours / theirs).toFixed(2)} of it`,
    null,
  );
}

const missed: string[] = [];
function line(what: string, value: string, met: boolean | null) {
  console.log(`${what.padEnd(58)} ${value}${met === null ? '' : met ? '  (met)' : '  (MISSED)'}`);
  if (met === false) missed.push(what);
}

await inFolder(async (folder) => {
  const site = await pages(join(folder, 'site'));
  const server = await startTestServer({ data: join(folder, 'data'), databaseUrl: null });
  const browser = await chromium.launch({
    executablePath: process.env.CUVETTE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
  });
  try {
    for (const [atoms, frames, style] of [
      [1000, 200, 'sticks'],
      [5000, 1000, 'lines'],
      [20_000, 60, 'lines'],
    ] as const) {
      const uuid = await publicItem(server, atoms, frames);
      const page = await browser.newPage({ viewport: { width: 900, height: 800 } });
      page.on('pageerror', ({ message }) => console.error(message));
      await page.goto(site.address);
      const played = await play(page, server.address, uuid);
      const own = await playOwn(page, atoms, played.picture);
      await page.close();
      const name = `${atoms} atoms as ${style}`;
      const must = atoms <= 5000;
      const rates = `${played.fps.toFixed(1)}, ${(played.fps / played.screen).toFixed(2)} of the still page's ${played.screen}`;
      line(`${name}: frames drawn per second at most`, rates, must ? played.fps >= targets.fps : null);
      line(`${name}: of the frames due at 24 a second, drawn`, `${(100 * played.kept).toFixed(0)} %`, null);
      line(
        `${name}: with the page's own frames`,
        `${own.toFixed(1)}, ${(own / played.fps).toFixed(2)} of the stream's`,
        null,
      );
      if (played.decoder !== 'worker') missed.push(`${name}: decoded in the page, not in a worker`);
      if (atoms === 20_000) await besideNgl(browser, played.fps, atoms);
      if (atoms !== 5000) continue;
      const store = (12 * atoms * frames) / 1e6;
      line(
        `${frames} frames of ${atoms} atoms: memory of the page`,
        `${played.megabytes.toFixed(0)} MB, ${(played.megabytes / store).toFixed(2)} times the ${store} MB of the frames (target ${targets.megabytes} MB)`,
        played.megabytes <= targets.megabytes,
      );
      line(
        'first frame shown, as a share of the time of the stream',
        `${(100 * played.firstShare).toFixed(1)} % of ${played.loadSeconds.toFixed(1)} s (target ${100 * targets.first} %)`,
        played.firstShare <= targets.first,
      );
      const share = await wireShare(server, uuid, atoms, 200);
      line(
        'bytes on the wire, as a share of raw float64',
        `${(100 * share).toFixed(1)} % (target ${100 * targets.wire} %)`,
        share <= targets.wire,
      );
    }
  } finally {
    await browser.close();
    await server.stop();
    site.stop();
  }
});
const [load = 0] = loadavg();
if (load > availableParallelism()) {
  console.log(
    `Other work keeps the machine busy (load ${load.toFixed(1)} on ${availableParallelism()} cores): frame rates are lower bounds.`,
  );
}
console.log(missed.length === 0 ? 'All targets met.' : `Missed: ${missed.join('; ')}.`);
process.exitCode = missed.length === 0 ? 0 : 1;
process.exit();
