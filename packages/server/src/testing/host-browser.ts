import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { fastify } from 'fastify';
import { type Browser, chromium, type Page } from 'playwright';

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
      page.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
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

/** Serves the pages that a host has built, on this machine alone. */
export async function servePages(folder: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = fastify();
  await server.register(fastifyStatic, { root: folder });
  return { origin: await server.listen({ host: '127.0.0.1', port: 0 }), close: () => server.close() };
}

/** Keeps a picture of a host for its recipe in `docs/embed`, where `CUVETTE_PICTURES` is set. */
export async function keepPicture(page: Page, host: string, clip = { x: 0, y: 0, width: 1000, height: 760 }): Promise<void> {
  if (!process.env.CUVETTE_PICTURES) return;
  const file = path.join(import.meta.dirname, `../../../../docs/pictures/embed-${host}.png`);
  await writeFile(file, await page.screenshot({ animations: 'disabled', clip }));
}
