/**
 * Writes the description of the API from the declarations of its routes. `--check` writes nothing and exits 1 when the committed copy is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeOpenApi } from '../src/api/description/write.ts';
import { sections } from '../src/api/routes.ts';

const file = new URL('../openapi.json', import.meta.url);
const text = `${JSON.stringify(writeOpenApi(sections), null, 1)}\n`;
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error(`Stale: ${fileURLToPath(file)}. Run "npm run openapi".`);
  process.exitCode = 1;
}
