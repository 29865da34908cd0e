import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { fastify } from 'fastify';
import { type Browser, chromium, type Page } from 'playwright';
import { expect, vi } from 'vitest';

/** A page of a host, and what went wrong in it that is ours. */
export interface HostPage {
  page: Page;
  /** Errors in the console or in scripts that name Cuvette, and requests to servers that are neither the host's nor Cuvette's. */
  faults: string[];
}

/** Chromium for pages of hosts. */
export async function hostBrowser(): Promise<{
  /** Opens a page. Of `allowed` origins alone anything is loaded; other requests are refused, and are faults unless `strangers` says otherwise. */
  open: (address: string, allowed: readonly string[], options?: { strangers?: boolean }) => Promise<HostPage>;
  close: () => Promise<void>;
}> {
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CUVETTE_CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu-compositing', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
  });
  return {
    async open(address, allowed, { strangers = false } = {}) {
      const page = await browser.newPage({ viewport: { width: 1000, height: 860 } });
      page.setDefaultTimeout(120_000);
      const faults: string[] = [];
      // Hosts have errors of their own: MkDocs' theme asks a CDN for a script.
      page.on('pageerror', (error) => {
        const stack = String(error.stack ?? error);
        if (/cuvette|\/embed\//i.test(stack)) faults.push(stack);
      });
      page.on('console', (message) => {
        if (message.type() === 'error' && /cuvette/i.test(message.text())) faults.push(message.text());
      });
      await page.route('**/*', (route) => {
        const { origin, protocol } = new URL(route.request().url());
        if (!/^https?:$/.test(protocol) || allowed.includes(origin)) return route.continue();
        if (!strangers) faults.push(`asks ${route.request().url()}`);
        return route.abort();
      });
      await page.goto(address);
      return { page, faults };
    },
    close: () => browser.close(),
  };
}

/**
 * Opens a page of a host that has the example of a pKa and its strongest acid in a sentence: both are live, and nothing of ours goes wrong. Takes the
 * picture of its recipe.
 * @returns the height of the result in CSS pixels
 */
export async function expectLivePage(
  browser: Awaited<ReturnType<typeof hostBrowser>>,
  host: string,
  address: string,
  server: string,
): Promise<number> {
  const allowed = [new URL(address).origin, server];
  const { page, faults } = await browser.open(address, allowed, { strangers: true });
  const result = page.locator('cuvette-workflow');
  await expect.poll(() => result.locator('tbody tr[data-row]').count()).toBeGreaterThan(0);
  await expect.poll(() => result.locator('canvas').count()).toBeGreaterThan(0);
  await expect.poll(() => page.locator('cuvette-value data').textContent()).toMatch(/^\d\.\d/);
  const height = await result.evaluate((one) => one.getBoundingClientRect().height);
  await keepPicture(page, host);
  expect(faults).toEqual([]);
  await page.close();
  return height;
}

/** Serves the pages that a host has built, on this machine alone. */
export async function servePages(folder: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = fastify();
  await server.register(fastifyStatic, { root: folder });
  return { origin: await server.listen({ host: '127.0.0.1', port: 0 }), close: () => server.close() };
}

/** PHP's own web server, for a wiki that lies in a folder. @param make gets the origin before the server starts */
export async function servePhp(
  folder: string,
  env: NodeJS.ProcessEnv,
  make: (origin: string) => Promise<void> = async () => {},
): Promise<{ origin: string; close: () => Promise<void> }> {
  // A port that is free now: PHP does not tell which one it took.
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const origin = `http://127.0.0.1:${port}`;
  await make(origin);
  const php = spawn('php', ['-d', 'display_errors=0', '-S', `127.0.0.1:${port}`, '-t', folder], {
    env,
    stdio: 'ignore',
  });
  await vi.waitFor(() => fetch(origin), { timeout: 60_000, interval: 200 });
  return {
    origin,
    async close() {
      php.kill();
      await once(php, 'exit');
    },
  };
}

/** Keeps a picture of a host for its recipe in `docs/embed`, where `CUVETTE_PICTURES` is set. */
export async function keepPicture(
  page: Page,
  host: string,
  clip = { x: 0, y: 0, width: 1000, height: 760 },
): Promise<void> {
  if (!process.env.CUVETTE_PICTURES) return;
  const file = path.join(import.meta.dirname, `../../../../docs/pictures/embed-${host}.png`);
  await writeFile(file, await page.screenshot({ animations: 'disabled', clip }));
}
