/** Pages under a strict Content-Security-Policy: the policy, what it refused, and results to show there. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundle } from '@cuvette/core/entities';
import type { Locator, Page } from '@playwright/test';
import { root } from './product.ts';
import { call, expect, origin } from './shared.ts';

export const script = `<script type="module" src="${origin}/embed/1/embed.js"></script>`;

export const html = (body: string, head = script) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>wiki</title>${head}</head><body>${body}</body></html>`;

/** Refused on purpose: so the policy is really there, and is heard of. */
export const control = '<p style="color: red">control</p>';

/** Nothing but the script of the product, and what it asks of `connect`. */
export const strictPolicy = (connect = origin) => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${origin}`,
    `connect-src ${connect}`,
    'img-src data:',
    "style-src 'none'",
    "worker-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
});

/** Collects what a page throws and complains of. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // Browsers ask each site for an icon by themselves.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  return faults;
}

/** Opens a page and listens, from before its first line, to what its policy refuses. */
export async function openStrict(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      refused.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  await page.goto(address);
}

/** What the policy has refused beside the control. Fails where the control itself was not. */
export async function refusedOn(page: Page): Promise<string[]> {
  const refused = await page.evaluate(() => (window as unknown as { refused: string[] }).refused);
  expect(refused[0], 'the control').toBe('style-src-attr inline');
  return refused.slice(1);
}

/** What a page complains of beside what its policy refused: that is listed by `refusedOn`. */
export const beside = (faults: readonly string[]) =>
  faults.filter((one) => !/Content[- ]Security[- ]Policy/i.test(one));

export type FixtureName = 'butane' | 'macropka' | 'conformer-search' | 'water';

/** The text of a bundle that the widgets' tests use. */
export const bundleText = (name: FixtureName): string =>
  readFileSync(join(root, `packages/widgets/src/results/fixtures/${name}.cuvette.json`), 'utf8');

/** Brings a bundle in and shares what it holds with everybody; its identifier. */
export async function sharedOf(bundle: unknown): Promise<string> {
  const { status, body } = await call<{ items: { uuid: string }[] }>('POST', '/api/workflow/import', bundle);
  expect(status, JSON.stringify(body)).toBe(201);
  const uuid = body.items[0]?.uuid ?? '';
  await call('POST', `/api/workflow/${uuid}`, { public: true });
  return uuid;
}

export const sharedItem = (name: FixtureName): Promise<string> => sharedOf(JSON.parse(bundleText(name)));

/** Butane with a trajectory: so many frames, in which its first carbon swings. */
export function trajectoryBundle(frames: number): Bundle {
  const bundle = JSON.parse(bundleText('butane')) as Bundle;
  const [item] = bundle.items;
  const [calculation] = Object.values(bundle.calculations);
  const atoms = calculation?.molecules?.at(-1)?.atoms ?? [];
  if (!item || atoms.length === 0) throw new Error('no butane');
  const symbols: Record<number, string> = { 1: 'H', 6: 'C' };
  const placed = atoms.map(({ atomic_number, position: [x, y, z] }, index) => [
    index + 1,
    { element: symbols[atomic_number], x, y, z, bvalue: 0 },
  ]);
  const ligand = { name: 'BUT', full_name: null, internal_id: 'A', polymer: 'A', atoms: Object.fromEntries(placed) };
  const positions = Float32Array.from({ length: frames * atoms.length * 3 }, (_, at) => {
    const [frame, atom, axis] = [Math.floor(at / (3 * atoms.length)), Math.floor(at / 3) % atoms.length, at % 3];
    return (atoms[atom]?.position[axis] ?? 0) + (atom === 0 && axis === 2 ? 0.3 * Math.sin(frame / 5) : 0);
  });
  return {
    ...bundle,
    items: [
      {
        ...item,
        name: 'butane in motion',
        object_type: 'pose_analysis_md',
        calculation_uuids: [],
        object_data: {
          trajectories: [{ uuid: randomUUID(), ligand_rmsd: Array.from({ length: frames }, () => 0) }],
          protein: {
            description: {},
            experiment: {},
            geometry: {},
            quality: {},
            models: [{ polymer: {}, non_polymer: { 'A.1': ligand }, branched: {}, water: {} }],
          },
        },
      },
    ],
    calculations: {},
    files: {
      'trajectory-0': {
        media_type: 'application/octet-stream',
        workflow_uuid: item.uuid,
        name: 'trajectory-0',
        kind: 'trajectory',
        bytes: positions.byteLength,
        details: { replicate: 0, num_atoms: atoms.length, num_frames: frames },
        base64: Buffer.from(positions.buffer).toString('base64'),
      },
    },
  };
}

/** A cube file of a p orbital about one hydrogen atom. */
export function orbitalCube(points = 20): string {
  const [step, start] = [9.5 / (points - 1), -4.75];
  const rows = [0, 1, 2].map((axis) => [points, ...[0, 1, 2].map((each) => (each === axis ? step : 0))].join(' '));
  const head = ['p orbital', 'of hydrogen', `1 ${start} ${start} ${start}`, ...rows, '1 1 0 0 0'];
  const places = Array.from({ length: points }, (_, index) => start + index * step);
  const values = places.flatMap((x) =>
    places.flatMap((y) => places.map((z) => (z * Math.exp(-Math.hypot(x, y, z) / 2)).toExponential(5))),
  );
  return `${head.join('\n')}\n${values.join('\n')}\n`;
}

/** A line of a viewer's View menu. */
export async function chooseInMenu(viewer: Locator, line: string): Promise<void> {
  await viewer.getByRole('button', { name: 'View', exact: true }).click();
  await viewer.locator('[role^=menuitem]', { hasText: line }).click();
}

/** Pictures of a GIF that is downloaded, decoded by the browser; with the length of one loop in milliseconds. */
export async function downloadedGif(page: Page, start: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), start()]);
  const bytes = readFileSync(await download.path());
  const decoded = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: 'image/gif' });
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const frames = decoder.tracks.selectedTrack?.frameCount ?? 0;
    let milliseconds = 0;
    let size = '';
    for (let frameIndex = 0; frameIndex < frames; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex });
      milliseconds += (image.duration ?? 0) / 1000;
      size = `${image.displayWidth} × ${image.displayHeight}`;
      image.close();
    }
    return { frames, milliseconds, size };
  }, bytes.toString('base64'));
  return { name: download.suggestedFilename(), ...decoded };
}
