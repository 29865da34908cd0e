import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { createServer } from 'vite';

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

/** Paths that the test runner answers itself; everything else goes through Vite. */
const own = /^\/(__web-|__wds|$|\?)/;

function throughVite(context, next) {
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

export default {
  rootDir: here,
  files: ['src/**/*.test.{ts,tsx}'],
  middleware: [throughVite],
  plugins: [{ name: 'close-vite', serverStop: () => vite.close() }],
  hostname: '127.0.0.1',
  concurrency: 1,
  browsers: [
    playwrightLauncher({
      product: 'chromium',
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
  testFramework: { config: { timeout: 20000 } },
  testsFinishTimeout: 300000,
};
