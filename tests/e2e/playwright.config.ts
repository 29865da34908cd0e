import { defineConfig } from '@playwright/test';

/** The system's Chromium: nothing is downloaded. The flags are those that were measured to work without a screen. */
const executablePath = process.env.CUVETTE_CHROMIUM || '/usr/bin/chromium';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  globalSetup: './support/global-setup.ts',
  // One product, one worker, two cores: tests that wait for computations do not run side by side.
  workers: 1,
  fullyParallel: false,
  // A test that passes only when it is tried again is named in the summary: it has a fault to be found, but it keeps nothing from landing.
  retries: 1,
  // What `npm run test:full` runs besides: each page keeps its journey here, and what it does in rarer cases is tried there.
  ...(process.env.CUVETTE_FULL ? {} : { grepInvert: /@full/ }),
  // Each step has its own limit, so that a test that is stuck ends within a minute; what computes has the time that it takes on a busy machine.
  timeout: 600_000,
  // An event ends a wait; a busy machine must not be the reason where one does not come.
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 900 },
    // A trace takes a quarter of the time of all tests, and nobody fetches it from CI.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The page is put together by the processor, as there is no graphics card: half of what a page costs otherwise. WebGL keeps its own way.
        '--disable-gpu-compositing',
        '--use-angle=gl-egl',
        '--ignore-gpu-blocklist',
      ],
    },
  },
  projects: [
    { name: 'sign-in', testMatch: 'sign-in.setup.ts' },
    { name: 'product', testMatch: '*.spec.ts', dependencies: ['sign-in'] },
  ],
});
