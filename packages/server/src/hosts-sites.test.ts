import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from './serve.ts';
import { onEmbedded } from './testing/databases.ts';
import { expectLivePage, hostBrowser, servePages } from './testing/host-browser.ts';
import { keepPage } from './testing/host-pages.ts';
import { fullRun } from './testing/load.ts';
import { shareExample } from './testing/shared-example.ts';
import { startTestServer } from './testing/test-server.ts';

/** `@cuvette/markdown` in VitePress, Docusaurus and Astro with Starlight, from npm: each builds a site, which Chromium opens with a real server. */
const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');
const hostile = `"><script>alert(1)</script>`;

/** Most milliseconds for one site: two builds, and on a first run its packages. */
const siteMs = 600_000;

interface Site {
  name: string;
  dependencies: Readonly<Record<string, string>>;
  /** Program of the host in its `node_modules`, and what builds the site. */
  build: readonly string[];
  output: string;
  page: string;
  /** Whether `package.json` may say `type: module`: Docusaurus does not build then. */
  isModule?: boolean;
  /** What is above the title of a page. */
  front?: string;
  /** A second page, which has the snippet for any page of HTML in it as it is; its address in the built site. */
  pasted?: { page: string; address: string };
  files: (server: string) => Readonly<Record<string, string>>;
}

/** The snippet of `docs/embed/html.md`, which is what the Embed dialog writes, for an item. */
async function snippet(server: string, uuid: string): Promise<string> {
  const text = await readFile(path.join(root, 'docs/embed/html.md'), 'utf8');
  const code = /<!-- recipe: html -->\n```html\n(.*?)\n```/s.exec(text)?.[1] ?? '';
  expect(code).toContain('<img ');
  return code.replaceAll('https://cuvette.example', server).replaceAll('IDENTIFIER', uuid);
}

const sites: readonly Site[] = [
  {
    name: 'vitepress',
    dependencies: { vitepress: '1.6.4', vue: '3.5.45' },
    build: ['vitepress/bin/vitepress.js', 'build', 'docs'],
    output: 'docs/.vitepress/dist',
    page: 'docs/index.md',
    front: '# 4-Aminobenzoic acid\n\n',
    files: (server) => ({
      'docs/.vitepress/config.mjs': `import cuvette from '@cuvette/markdown/markdown-it';
import { isCuvetteElement } from '@cuvette/markdown/vue';
const server = '${server}';
export default {
  title: 'Wiki',
  head: [['script', { type: 'module', src: \`\${server}/embed/1/embed.js\` }]],
  markdown: { config: (md) => md.use(cuvette, { server, script: false }) },
  vue: { template: { compilerOptions: { isCustomElement: isCuvetteElement } } },
};`,
    }),
  },
  {
    name: 'docusaurus',
    isModule: false,
    dependencies: {
      '@docusaurus/core': '3.10.2',
      '@docusaurus/preset-classic': '3.10.2',
      react: '19.3.1',
      'react-dom': '19.3.1',
    },
    build: ['@docusaurus/core/bin/docusaurus.mjs', 'build'],
    output: 'build',
    page: 'docs/index.md',
    front: '---\nslug: /\n---\n\n# 4-Aminobenzoic acid\n\n',
    // MDX reads closed tags alone.
    pasted: { page: 'docs/pasted.mdx', address: '/pasted' },
    files: (server) => ({
      'docusaurus.config.mjs': `import cuvette from '@cuvette/markdown/remark';
export default {
  title: 'Wiki', url: 'http://127.0.0.1', baseUrl: '/',
  presets: [['classic', { blog: false, docs: { routeBasePath: '/', remarkPlugins: [[cuvette, { server: '${server}', format: 'mdx' }]] } }]],
};`,
    }),
  },
  {
    name: 'astro',
    dependencies: {
      astro: '7.3.5',
      '@astrojs/markdown-remark': '7.3.1',
      '@astrojs/starlight': '0.42.4',
      'remark-directive': '4.0.0',
    },
    build: ['astro/bin/astro.mjs', 'build'],
    output: 'dist',
    page: 'src/content/docs/index.md',
    front: '---\ntitle: 4-Aminobenzoic acid\n---\n\n',
    files: (server) => ({
      'astro.config.mjs': `import starlight from '@astrojs/starlight';
import { unified } from '@astrojs/markdown-remark';
import cuvette from '@cuvette/markdown/remark';
import { defineConfig } from 'astro/config';
import remarkDirective from 'remark-directive';
export default defineConfig({
  integrations: [starlight({ title: 'Wiki' })],
  markdown: { processor: unified({ remarkPlugins: [remarkDirective, [cuvette, { server: '${server}' }]] }) },
});`,
      'src/content.config.mjs': `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };`,
    }),
  },
];

describe.skipIf(!fullRun)('in the full run', () => {
  onEmbedded('static site generators', (place) => {
    let server: RunningServer;
    let browser: Awaited<ReturnType<typeof hostBrowser>>;
    let folder = '';
    let uuid = '';

    beforeAll(async () => {
      folder = process.env.CUVETTE_SITES ?? (await mkdtemp(path.join(tmpdir(), 'cuvette-sites-')));
      [server, browser] = await Promise.all([startTestServer(place()), hostBrowser()]);
      uuid = await shareExample(server, 'pka');
    });
    afterAll(async () => {
      await browser?.close();
      await server?.stop();
      if (!process.env.CUVETTE_SITES) await rm(folder, { recursive: true, force: true });
    });

    test.each(sites)(
      '$name',
      async ({ name, dependencies, build, output, page: source, front = '', pasted, files, isModule = true }) => {
        const site = path.join(folder, name);
        const write = async (file: string, text: string) => {
          await mkdir(path.dirname(path.join(site, file)), { recursive: true });
          await writeFile(path.join(site, file), text);
        };
        await write(
          'package.json',
          JSON.stringify({ private: true, ...(isModule ? { type: 'module' } : {}), dependencies }),
        );
        await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'], { cwd: site });
        await cp(path.join(root, 'integrations/markdown'), path.join(site, 'node_modules/@cuvette/markdown'), {
          recursive: true,
        });
        for (const [file, text] of Object.entries(files(server.address))) await write(file, text);
        if (pasted) await write(pasted.page, `# Pasted\n\n${await snippet(server.address, uuid)}\n`);
        const env = { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
        const [program = '', ...args] = build;
        const built = (text: string) =>
          write(source, `${front}${text}\n`).then(() =>
            run(process.execPath, [path.join(site, 'node_modules', program), ...args], {
              cwd: site,
              env,
              maxBuffer: 1 << 26,
            }),
          );

        await built(
          `The pKa is :cuvette[4.92]{id=${uuid} value=strongest_acid}.\n\n::cuvette{id=${uuid} tab=pka height=460}\n\n\`\`\`\n::cuvette{id=${uuid}}\n\`\`\``,
        );
        const made = path.join(site, output);
        // Without scripts the page has picture, link and number.
        const html = await readFile(path.join(made, 'index.html'), 'utf8');
        expect(html).toContain(`${server.address}/api/shared/workflow/${uuid}/picture.png`);
        expect(html).toMatch(/<cuvette-value [^>]*path="strongest_acid"[^>]*><a [^>]*>4\.92<\/a>/);
        expect(html.match(/<cuvette-workflow /g)).toHaveLength(1);
        await keepPage(name, { folder: made }, { server: server.address, uuid });

        const host = await servePages(made);
        expect(await expectLivePage(browser, name, `${host.origin}/`, server.address)).toBe(460);
        if (pasted) {
          const { page, faults } = await browser.open(`${host.origin}${pasted.address}`, [host.origin, server.address]);
          await expect.poll(() => page.locator('cuvette-workflow tbody tr[data-row]').count()).toBeGreaterThan(0);
          expect(faults).toEqual([]);
          await page.close();
        }
        await host.close();

        // What does not fit is named with its key in the builder's words, and nothing of it gets into a page. Astro goes on with an empty page.
        const said = ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`;
        const refused = await built(`::cuvette{id=${uuid} tab='${hostile}'}`).then(said, said);
        expect(refused).toMatch(/cuvette: tab=/);
        expect(await readFile(path.join(made, 'index.html'), 'utf8').catch(() => '')).not.toContain('<script>alert');
      },
      siteMs,
    );
  });
});
