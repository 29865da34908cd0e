/**
 * Writes the description of the API from the registered routes and the schemas that they check with.
 * `--check` writes nothing and exits 1 when the committed copy is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createApp } from '../src/api/app.ts';
import type { Route } from '../src/api/description/document.ts';
import { openApiGaps } from '../src/api/description/undescribed-routes.ts';
import { writeOpenApi } from '../src/api/description/write.ts';
import { readConfig } from '../src/config.ts';
import type { Services } from '../src/services.ts';

const file = new URL('../openapi.json', import.meta.url);

/** Registering routes takes parts of the services and calls none that matters: whatever is asked for is there and does nothing. */
const inert: unknown = new Proxy(() => {}, {
  get: (_target, name) => (name === 'then' ? undefined : inert),
  apply: () => inert,
});
const config = readConfig(['--data', tmpdir()], {});
const services = new Proxy({ config } as Services, {
  get: (target, name) => (name in target ? target[name as keyof Services] : inert),
});

const routes: Route[] = [];
const app = await createApp(services, (_method, _url, route) => routes.push(route));
const text = `${JSON.stringify(writeOpenApi(routes), null, 1)}\n`;
const gaps = openApiGaps(routes);
for (const route of gaps.undescribed) console.error(`Without an entry in src/api/operations: ${route}`);
for (const route of gaps.unknown) console.error(`In src/api/operations, but no route: ${route}`);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error(`Stale: ${fileURLToPath(file)}. Run "npm run openapi".`);
  process.exitCode = 1;
}
if (gaps.undescribed.length + gaps.unknown.length > 0) process.exitCode = 1;
await app.close();
