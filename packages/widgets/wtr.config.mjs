import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { build } from 'vite';
import { buildTests } from './testing/build-tests.mjs';
import { jsonReport } from './testing/report.mjs';
import { trajectoryServer } from './testing/trajectory-server.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const chromium = process.env.CUVETTE_CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(chromium)) {
  console.error(
    `No Chromium at ${chromium}. Install it (Debian: apt-get install chromium libegl1 libgl1-mesa-dri libegl-mesa0) or name one with CUVETTE_CHROMIUM.`,
  );
  process.exit(1);
}

// What pages really load: the built script, twice under two addresses (two plug-ins of a wiki), and once more as a later version.
const folder = `dist/test-embed-${process.pid}`;
const built = `${here}${folder}/`;
rmSync(built, { recursive: true, force: true });
const environment = process.env.NODE_ENV;
const ready = process.env.CUVETTE_BUILT_EMBED;
if (ready) {
  // `npm test` has built it. The packed forms that the server sends are not asked for here.
  cpSync(ready, `${built}one`, { recursive: true, filter: (name) => !/\.(br|gz|zst)$/.test(name) });
} else {
  process.env.NODE_ENV = 'production';
  await build({
    root: here,
    configFile: `${here}vite.config.ts`,
    logLevel: 'error',
    build: { outDir: `${folder}/one` },
  });
}
process.env.NODE_ENV = environment ?? 'test';
cpSync(`${built}one`, `${built}two`, { recursive: true });
cpSync(`${built}one`, `${built}later`, { recursive: true });
const { version } = JSON.parse(readFileSync(`${here}package.json`, 'utf8'));
for (const name of readdirSync(`${built}later`, { recursive: true })) {
  if (!name.endsWith('.js')) continue;
  const text = readFileSync(`${built}later/${name}`, 'utf8');
  if (text.includes(version)) writeFileSync(`${built}later/${name}`, text.replaceAll(`\`${version}\``, '`9.9.9`'));
}

/** The test files: all of them, or those that the command line names. */
const files = process.argv.includes('--files')
  ? process.argv.slice(process.argv.indexOf('--files') + 1).filter((word) => !word.startsWith('--'))
  : ['src/**/*.test.{ts,tsx}'];
const modules = `dist/test-modules-${process.pid}`;
rmSync(`${here}${modules}`, { recursive: true, force: true });
// With CUVETTE_DRAW=react all of them draw with React, as the portal does.
const scriptOf = await buildTests({ root: here, folder: modules, files, react: process.env.CUVETTE_DRAW === 'react' });

const types = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.map': 'application/json' };

/** Answers what `buildTests` wrote, past the runner, which would give each import an address of its own for each test file. */
function builtTests(context, next) {
  const script = scriptOf(context.path);
  if (script === null && !context.path.startsWith(`/${modules}/`)) return next();
  context.respond = false;
  const name = `${here}${normalize(context.path)}`;
  const type = script === null ? types[extname(name)] : types['.js'];
  if (script === null && !(type && existsSync(name))) {
    context.res.writeHead(404).end();
    return;
  }
  // What is built for this run has the same address for all test files: the browser reads it once.
  context.res
    .writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=36000, immutable' })
    .end(script === null ? readFileSync(name) : `import ${JSON.stringify(script)};`);
}

/** Under `/dist/test-embed/flaky/` the drawing toolkit is refused the first time. */
const refused = new Set();
function refusedOnce(context) {
  if (!context.path.startsWith('/dist/test-embed/flaky/')) return false;
  const first = context.path.includes('openchemlib') && !refused.has(context.path);
  refused.add(context.path);
  context.url = context.url.replace('/flaky/', '/one/');
  return first;
}

/** Each run has a folder of its own, so that two runs at once do not take it from each other. */
function builtEmbed(context, next) {
  if (refusedOnce(context)) {
    // Written here, so that the runner's own middleware does not let the browser keep the refusal.
    context.respond = false;
    context.res.writeHead(503, { 'Cache-Control': 'no-store' }).end();
    return;
  }
  if (context.url.startsWith('/dist/test-embed/')) {
    context.url = context.url.replace('/dist/test-embed/', `/${folder}/`);
    context.set('Access-Control-Allow-Origin', '*');
  }
  // Structures lie here packed; the browser unpacks them.
  if (context.path.startsWith('/src/') && context.path.endsWith('.gz')) context.set('Content-Encoding', 'gzip');
  return next();
}

/** The context of all pages: what one test file loaded, the next one takes from the browser's cache. */
let shared = null;
async function createBrowserContext({ browser }) {
  if (shared === null) {
    shared = browser.newContext();
    const context = await shared;
    // The runner closes the context after each file: its pages are closed instead.
    context.close = async () => {
      await Promise.all(context.pages().map((page) => page.close()));
    };
    // Tells each page whether everything runs (`npm run test:full`).
    if (process.env.CUVETTE_FULL) await context.addInitScript('window.cuvetteFullRun = true');
    // What the file before kept in the browser is none of this one's business.
    await context.addInitScript(
      'if (window === top && /[?&]wtr-session-id=/.test(location.search)) { localStorage.clear(); }',
    );
  }
  const context = await shared;
  await context.clearCookies();
  return context;
}

export default {
  rootDir: here,
  files: ['src/**/*.test.{ts,tsx}'],
  middleware: [trajectoryServer, builtTests, builtEmbed],
  plugins: [
    {
      name: 'clean-up',
      serverStop() {
        rmSync(built, { recursive: true, force: true });
        rmSync(`${here}${modules}`, { recursive: true, force: true });
      },
    },
  ],
  reporters: [
    defaultReporter({ reportTestProgress: !process.env.CI }),
    ...(process.env.CUVETTE_REPORT ? [jsonReport(process.env.CUVETTE_REPORT, here)] : []),
  ],
  hostname: '127.0.0.1',
  concurrency: 1,
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      createBrowserContext,
      launchOptions: {
        executablePath: chromium,
        args: [
          '--no-sandbox',
          '--disable-quic',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
          // The page is put together by the processor, as there is no graphics card; WebGL keeps its own way.
          '--disable-gpu-compositing',
          '--use-angle=gl-egl',
          '--ignore-gpu-blocklist',
          '--js-flags=--expose-gc',
        ],
      },
    }),
  ],
  // An event ends a wait; where it does not come, a busy machine must not be the reason.
  testFramework: { config: { timeout: 180000 } },
  testsFinishTimeout: 600000,
};
