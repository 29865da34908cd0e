/** `node scripts/check-imports.mjs`: the import rule over the whole checkout; exit status 1 with a list of breaches. */
import { existsSync } from 'node:fs';
import { importProblems } from './lib/imports.mjs';
import { venvPython } from './lib/python.mjs';
import { pythonImportProblems } from './lib/python-imports.mjs';
import { root } from './lib/stamps.mjs';

const scripts = importProblems(root);
const compute = pythonImportProblems(root, existsSync(venvPython) ? venvPython : 'python3');
const problems = [...scripts.problems, ...compute.problems];
for (const problem of problems) console.error(problem);
console.log(`Import rule: ${scripts.files + compute.files} files read, ${problems.length} breaches.`);
process.exitCode = problems.length > 0 ? 1 : 0;
