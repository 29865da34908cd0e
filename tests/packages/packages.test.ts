import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { type Browser, chromium, type Page } from 'playwright';
import { build, type PluginOption, resolveConfig } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { install, manifestOf, packed, program, root, serve, type Tarballs } from './installed.ts';

const bundle = join(root, 'packages/widgets/src/results/fixtures/conformer-search.cuvette.json');
/** A page with nothing but its own: no inline script, no inline style, no `eval`. */
const strict = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; worker-src 'self' blob:",
};

let tarballs: Tarballs;
let app = '';
beforeAll(async () => {
  tarballs = packed();
  app = await install(tarballs);
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

/** Subpaths of an installed package that are scripts, patterns left out. */
const scriptsOf = (name: string): string[] =>
  Object.entries(manifestOf(app, name).exports as Record<string, string | { default: string }>).flatMap(([path, to]) =>
    typeof to === 'object' && !path.includes('*') ? [`@cuvette/${name}${path.slice(1)}`] : [],
  );

/** Whether a module awaits outside of its functions, which ES2020 does not know. */
function awaitsAtTop(code: string): boolean {
  const awaits = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.some(awaits);
    if (typeof node !== 'object' || node === null) return false;
    const { type = '' } = node as { type?: string };
    if (type === 'AwaitExpression') return true;
    return !/Function|MethodDefinition|PropertyDefinition|StaticBlock/.test(type) && Object.values(node).some(awaits);
  };
  return awaits(parseSync('module.js', code).program.body);
}

describe('what is packed', () => {
  test.each(['core', 'widgets'] as const)('publint and attw find nothing to say about %s', async (name) => {
    const sheets = Object.keys(manifestOf(app, name).exports).filter((path) => path.endsWith('.css'));
    const excluded = sheets.length > 0 ? ['--exclude-entrypoints', ...sheets.map((path) => path.slice(2))] : [];
    const lint = await program('node_modules/publint/src/cli.js', [tarballs[name], '--strict']);
    expect(lint.output).toContain('All good');
    expect(lint.status, lint.output).toBe(0);
    const attw = ['--profile', 'esm-only', '--no-emoji', ...excluded];
    const types = await program('node_modules/@arethetypeswrong/cli/dist/index.js', [tarballs[name], ...attw]);
    expect(types.status, types.output).toBe(0);
  });

  test('nothing of the checkout is in it: no sources, no tests, no paths of the workspace', () => {
    for (const name of ['core', 'widgets']) {
      const folder = join(app, 'node_modules/@cuvette', name);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      expect(files.filter((file) => /\.test\.|fixtures|test-|(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
      const manifest = manifestOf(app, name);
      expect(JSON.stringify(manifest)).not.toMatch(/\.\/src\/|workspace:|file:|"private"/);
      expect(Object.values(manifest.dependencies as Record<string, string>).filter((one) => !/^\d/.test(one))).toEqual(
        [],
      );
    }
  });

  test('each element that the loader knows can be imported by itself, and its script counts as one with effects', () => {
    const loader = readFileSync(join(root, 'packages/widgets/src/elements/loader.ts'), 'utf8');
    const names = [...new Set([...loader.matchAll(/import\('\.\/([\w-]+)\.tsx?'\)/g)].map((match) => match[1]))];
    expect(names.length).toBeGreaterThan(4);
    const { exports, sideEffects } = manifestOf(app, 'widgets');
    for (const name of names) expect(exports[`./elements/${name}`]?.default, name).toBe(`./lib/elements/${name}.js`);
    expect(sideEffects).toContain('./lib/elements/*.js');
    for (const path of ['embed', 'index', 'structure/structure-element'])
      expect(sideEffects).toContain(`./lib/${path}.js`);
  });

  test('editors find the manifest of the elements, and the manifest finds their modules', () => {
    const folder = join(app, 'node_modules/@cuvette/widgets');
    const { customElements } = manifestOf(app, 'widgets');
    expect(customElements).toBe('./custom-elements.json');
    const { modules } = JSON.parse(readFileSync(join(folder, customElements), 'utf8'));
    const checkout = JSON.parse(readFileSync(join(root, 'packages/widgets/custom-elements.json'), 'utf8'));
    expect(modules).toHaveLength(checkout.modules.length);
    for (const { path, exports } of modules) {
      expect(existsSync(join(folder, path)), path).toBe(true);
      for (const { declaration } of exports) expect(declaration.module).toBe(path);
    }
  });

  /** Checks one file in a strict TypeScript project of its own, once as for a bundler and once as for Node. */
  async function checkTypes(file: string, text: string) {
    const folder = join(app, `typed-${file.replace('.', '-')}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), text);
    for (const [module, moduleResolution] of [
      ['ESNext', 'Bundler'],
      ['NodeNext', 'NodeNext'],
    ]) {
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'ES2023',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: [],
        jsx: 'react-jsx',
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
      const { status, output } = await program('node_modules/typescript/bin/tsc', ['-p', folder]);
      expect(output).toBe('');
      expect(status).toBe(0);
    }
  }

  test('types arrive: a strict TypeScript project uses both, and a wrong use is an error', async () => {
    await checkTypes(
      'use.ts',
      `import { createClient } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { loadElement, version } from '@cuvette/widgets';
export const client = createClient({ origin: 'https://cuvette.example', source: 'shared' });
export const name = (item: WorkflowItem): string => item.name + version;
export const loaded: Promise<void> = loadElement('cuvette-table');
// @ts-expect-error there is no such source
createClient({ source: 'nobody' });
// @ts-expect-error a status is a number
export const status = (item: WorkflowItem): string => item.object_status;
`,
    );
  });

  test('a React page that imports one element has the types of its tag: attributes, events, and what is wrong', async () => {
    // Apps in TypeScript that use React have these.
    mkdirSync(join(app, 'node_modules/@types'), { recursive: true });
    symlinkSync(join(root, 'node_modules/@types/react'), join(app, 'node_modules/@types/react'));
    await checkTypes(
      'use.tsx',
      `import '@cuvette/widgets/elements/table';
export const right = (
  <cuvette-table src="/result.cuvette.json" multiple no-link oncuvette-open={(event) => event.detail.row.toFixed()} />
);
// @ts-expect-error an attribute that is there or not
export const wrong = <cuvette-table multiple="perhaps" />;
// @ts-expect-error a row is a number
export const row = <cuvette-table oncuvette-open={(event) => event.detail.row.trim()} />;
`,
    );
  });

  test('every element brings the types of the tags along', () => {
    const exports = manifestOf(app, 'widgets').exports as Record<string, { types: string }>;
    const elements = Object.entries(exports).filter(([path]) => /^\.\/elements\/(?!events$)/.test(path));
    expect(elements.length).toBeGreaterThan(7);
    for (const [path, { types }] of elements) {
      const text = readFileSync(join(app, 'node_modules/@cuvette/widgets', types), 'utf8');
      expect(text, path).toMatch(/^import ['"][./]+(elements\/)?jsx\.js['"];$/m);
    }
  });
});

describe('in plain Node, where a server draws pages', () => {
  test('every subpath can be imported, and defines nothing', async () => {
    const names = [...scriptsOf('core'), ...scriptsOf('widgets')];
    expect(names.length).toBeGreaterThan(20);
    writeFileSync(
      join(app, 'import.js'),
      `if (typeof document !== 'undefined') throw new Error('this is not plain Node');
for (const name of ${JSON.stringify(names)}) {
  try { await import(name); } catch (error) { console.log(name, error.stack); process.exitCode = 1; }
}
`,
    );
    const { status, output } = await program(join(app, 'import.js'), [], app);
    expect(output).toBe('');
    expect(status).toBe(0);
  });
});

describe('in pages', () => {
  let browser: Browser;
  const servers: Server[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CUVETTE_CHROMIUM || '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu-compositing', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) server.close();
  });

  /** Opens an address and gathers what goes wrong in it. */
  async function open(folder: string, path = '/'): Promise<{ page: Page; problems: string[] }> {
    const { origin, server } = await serve(folder, strict);
    servers.push(server);
    const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
    page.setDefaultTimeout(200_000);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${origin}${path}`);
    return { page, problems };
  }

  /** A table with rows and a viewer with a picture, both from one static file. */
  async function bothWork(page: Page, problems: string[]) {
    await expect.poll(() => page.locator('cuvette-table [role="row"], cuvette-table tr').count()).toBeGreaterThan(2);
    await expect.poll(() => page.locator('cuvette-viewer canvas').count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  }

  const elements = `<cuvette-table src="/result.cuvette.json"></cuvette-table>
<cuvette-viewer src="/result.cuvette.json"></cuvette-viewer>`;
  const html = (script: string, body = elements) =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title><link rel="icon" href="data:,"></head><body>${body}
<script type="module" src="${script}"></script></body></html>`;

  /** Builds a Vite app of one page; the files of the build. */
  async function viteApp(
    name: string,
    script: string,
    { body, plugins = [], ...settings }: { body?: string; target?: string; plugins?: PluginOption[] } = {},
  ): Promise<{ folder: string; files: string[] }> {
    const source = join(app, name);
    mkdirSync(join(source, 'public'), { recursive: true });
    writeFileSync(join(source, 'index.html'), html('/main.js', body));
    writeFileSync(join(source, 'main.js'), script);
    copyFileSync(bundle, join(source, 'public/result.cuvette.json'));
    const folder = join(source, 'dist');
    // As an app does it that knows nothing of Cuvette: no settings but its browsers.
    await build({
      root: source,
      configFile: false,
      logLevel: 'silent',
      plugins,
      build: { outDir: folder, ...settings },
    });
    return { folder, files: readdirSync(join(folder, 'assets')) };
  }

  test('a Vite app that imports the package shows table and viewer; engines and the worker are files of their own', async () => {
    // The oldest browsers that apps build for: no `await` outside of functions.
    const { folder, files } = await viteApp('whole', "import '@cuvette/widgets';", { target: 'es2020' });
    for (const file of files.filter((name) => name.endsWith('.js'))) {
      expect(awaitsAtTop(readFileSync(join(folder, 'assets', file), 'utf8')), file).toBe(false);
    }
    expect(files.filter((file) => /^stream-worker-.*\.js$/.test(file))).toHaveLength(1);
    expect(files.filter((file) => /3dmol/i.test(file))).toHaveLength(1);
    const { page, problems } = await open(folder);
    await bothWork(page, problems);
    await page.close();
  });

  test('a Vite app that imports elements by name has these and no others; nothing is shaken off', async () => {
    const names = ['client', 'structure', 'table', 'viewer', 'trajectory', 'microstates', 'value', 'workflow'];
    // A table draws formulas in its cells.
    for (const used of [names, ['structure', 'table', 'viewer']]) {
      const script = used
        .filter((name) => name !== 'structure' || used === names)
        .map((name) => `import '@cuvette/widgets/elements/${name}';`)
        .join('\n');
      const { folder } = await viteApp(`by-name-${used.length}`, script);
      const { page, problems } = await open(folder);
      await bothWork(page, problems);
      const defined = await page.evaluate(
        (all) => all.filter((name) => customElements.get(`cuvette-${name}`) !== undefined),
        names,
      );
      expect(defined.sort()).toEqual([...used].sort());
      await page.close();
    }
  });

  test('the preset of Vite keeps light-dark(), serves the packages as they are, and tells Vue of the elements', async () => {
    const { default: cuvette } = await import(join(app, 'node_modules/@cuvette/widgets/lib/vite-preset.js'));
    const sheet = async (name: string, settings: object) => {
      const { folder, files } = await viteApp(name, "import '@cuvette/widgets/theme/tokens.css';", settings);
      const css = files.find((file) => file.endsWith('.css')) ?? '';
      return readFileSync(join(folder, 'assets', css), 'utf8');
    };
    expect(await sheet('preset', { plugins: [cuvette()] })).toContain('light-dark(');
    expect(await sheet('no-preset', {})).not.toContain('light-dark(');
    const { default: vue } = await import(join(root, 'node_modules/@vitejs/plugin-vue/dist/index.mjs'));
    const vuePlugin = vue({ template: { compilerOptions: { isCustomElement: (tag: string) => tag === 'my-own' } } });
    const { optimizeDeps } = await resolveConfig(
      { root: app, configFile: false, plugins: [cuvette(), vuePlugin] },
      'serve',
    );
    expect(optimizeDeps.exclude).toEqual(expect.arrayContaining(['@cuvette/widgets', '@cuvette/core']));
    const { isCustomElement } = vuePlugin.api.options.template.compilerOptions;
    expect(['cuvette-table', 'my-own', 'other-tag'].map((tag) => Boolean(isCustomElement(tag)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('a React app that brings its own React has it once', async () => {
    const script = `import '@cuvette/widgets/elements/table';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.querySelector('#app')).render(createElement('cuvette-table', { src: '/result.cuvette.json' }));`;
    const { folder, files } = await viteApp('react', script, { body: '<div id="app"></div>' });
    const scripts = files
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(folder, 'assets', file), 'utf8'));
    expect(
      scripts.reduce((count, text) => count + text.split('react.memo_cache_sentinel').length - 1, 0),
    ).toBeLessThanOrEqual(2);
    const { page, problems } = await open(folder);
    await expect.poll(() => page.locator('cuvette-table tr').count()).toBeGreaterThan(2);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a plain page needs no build: the embed file of the package works from where it lies', async () => {
    const folder = join(app, 'plain');
    mkdirSync(folder, { recursive: true });
    cpSync(join(app, 'node_modules/@cuvette/widgets/embed'), join(folder, 'cuvette'), { recursive: true });
    copyFileSync(bundle, join(folder, 'result.cuvette.json'));
    writeFileSync(join(folder, 'index.html'), html('/cuvette/embed.js'));
    const { page, problems } = await open(folder);
    await bothWork(page, problems);
    await page.close();
  });
});
