import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifestOf, packed, program, type Tarballs } from './installed.ts';
import { npm, startRegistry } from './registry.ts';

let tarballs: Tarballs;
let registry: Awaited<ReturnType<typeof startRegistry>>;
const apps: string[] = [];
beforeAll(async () => {
  tarballs = packed();
  registry = await startRegistry();
});
afterAll(() => {
  registry?.close();
  for (const app of apps) rmSync(app, { recursive: true, force: true });
});

/** An app outside of the checkout with nothing in it. */
function emptyApp(more = {}): string {
  const app = mkdtempSync(join(tmpdir(), 'cuvette-npm-'));
  apps.push(app);
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module', ...more }));
  return app;
}

// In `npm test` packages.test.ts unpacks the tarballs itself and imports every subpath.
describe.runIf(process.env.CUVETTE_FULL === '1')('npm itself', () => {
  test('installs both tarballs with what they need, each once, and every subpath can be imported from there', async () => {
    const app = emptyApp();
    const installed = await npm(app, registry.address, ['install', tarballs.core, tarballs.widgets]);
    expect(installed.status, installed.output).toBe(0);
    // Everything was asked for under a name that exists, and Cuvette's own packages of no registry.
    expect(registry.missing).toEqual([]);
    const listed = await npm(app, registry.address, ['ls', '--all']);
    expect(listed.status, listed.output).toBe(0);
    const folders = readdirSync(join(app, 'node_modules'), { recursive: true, encoding: 'utf8' });
    for (const once of ['react', 'react-dom', '@cuvette/core', '@tanstack/query-core', 'lit-html']) {
      const places = folders.filter((path) => `/${path}`.endsWith(`/${once}/package.json`));
      expect(
        places.filter((path) => existsSync(join(app, 'node_modules', path))),
        once,
      ).toHaveLength(1);
    }
    const names = ['core', 'widgets'].flatMap((name) =>
      Object.entries(manifestOf(app, name).exports).flatMap(([path, to]) =>
        typeof to === 'object' && !path.includes('*') ? [`@cuvette/${name}${path.slice(1)}`] : [],
      ),
    );
    expect(names.length).toBeGreaterThan(20);
    writeFileSync(join(app, 'import.js'), names.map((name) => `await import('${name}');\n`).join(''));
    const imported = await program(join(app, 'import.js'), [], app);
    expect(imported).toEqual({ status: 0, output: '' });
  });

  test('refuses the widgets where the app has an older React, and says which one is needed', async () => {
    const app = emptyApp({ dependencies: { react: 'file:./react' } });
    const older = join(app, 'react');
    mkdirSync(older);
    writeFileSync(join(older, 'package.json'), '{ "name": "react", "version": "18.3.1" }');
    const refused = await npm(app, registry.address, ['install', tarballs.core, tarballs.widgets]);
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain('ERESOLVE');
    expect(refused.output).toContain('peer react@"^19.1.0" from @cuvette/widgets');
  });
});
