/** `npm run openapi`: writes the description of the API from the declarations of its routes to dist/openapi.json. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeOpenApi } from '../src/api/description/write.ts';
import { sections } from '../src/api/routes.ts';

const folder = new URL('../../../dist/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('openapi.json', folder), `${JSON.stringify(writeOpenApi(sections), null, 1)}\n`);
