/** `node scripts/check-imports.mjs`: the import rule over the whole checkout; exit status 1 with a list of breaches. */
import { importProblems } from './lib/imports.mjs';
import { root } from './lib/stamps.mjs';

const { problems, files } = importProblems(root);
for (const problem of problems) console.error(problem);
console.log(`Import rule: ${files} files read, ${problems.length} breaches.`);
process.exitCode = problems.length > 0 ? 1 : 0;
