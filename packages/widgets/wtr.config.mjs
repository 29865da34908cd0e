import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { build, createServer } from 'vite';
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

const vite = await createServer({
  root: here,
  configFile: `${here}vite.test.config.ts`,
  server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  appType: 'custom',
  logLevel: 'warn',
});

// What pages really load: the built script, twice under two addresses (two plug-ins of a wiki), and once more as a later version.
const folder = `dist/test-embed-${process.pid}`;
const built = `${here}${folder}/`;
rmSync(built, { recursive: true, force: true });
const environment = process.env.NODE_ENV;
process.env.NODE_ENV = 'production';
await build({
  root: here,
  configFile: `${here}vite.config.ts`,
  logLevel: 'error',
  build: { outDir: `${folder}/one` },
});
process.env.NODE_ENV = environment ?? 'test';
cpSync(`${built}one`, `${built}two`, { recursive: true });
cpSync(`${built}one`, `${built}later`, { recursive: true });
const { version } = JSON.parse(readFileSync(`${here}package.json`, 'utf8'));
for (const name of readdirSync(`${built}later`, { recursive: true })) {
  if (!name.endsWith('.js')) continue;
  const text = readFileSync(`${built}later/${name}`, 'utf8');
  if (text.includes(version)) writeFileSync(`${built}later/${name}`, text.replaceAll(`\`${version}\``, '`9.9.9`'));
}

/** Paths that the test runner answers itself; everything else goes through Vite. */
const own = /^\/(__web-|__wds|dist\/|$|\?)/;

/** Under `/dist/test-embed/flaky/` the drawing toolkit is refused the first time. */
const refused = new Set();
function refusedOnce(context) {
  if (!context.path.startsWith('/dist/test-embed/flaky/')) return false;
  const first = context.path.includes('openchemlib') && !refused.has(context.path);
  refused.add(context.path);
  context.url = context.url.replace('/flaky/', '/one/');
  return first;
}

function throughVite(context, next) {
  if (refusedOnce(context)) {
    // Written here, so that the runner's own middleware does not let the browser keep the refusal.
    context.respond = false;
    context.res.writeHead(503, { 'Cache-Control': 'no-store' }).end();
    return;
  }
  // Each run has a folder of its own, so that two runs at once do not take it from each other.
  if (context.url.startsWith('/dist/test-embed/')) {
    context.url = context.url.replace('/dist/test-embed/', `/${folder}/`);
    context.set('Access-Control-Allow-Origin', '*');
  }
  if (own.test(context.path)) return next();
  return new Promise((resolve, reject) => {
    const response = context.res;
    context.respond = false;
    response.statusCode = 200;
    response.once('close', resolve);
    vite.middlewares(context.req, response, (error) => {
      response.off('close', resolve);
      context.respond = true;
      response.statusCode = 404;
      if (error) reject(error);
      else resolve(next());
    });
  });
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
  middleware: [trajectoryServer, throughVite],
  plugins: [
    {
      name: 'clean-up',
      async serverStop() {
        rmSync(built, { recursive: true, force: true });
        await vite.close();
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
