/**
 * `node scripts/check-patterns.mjs`: every regular expression of the packages takes linear time; exit status 1 with a list of those that do not. `--all`
 * judges also those that were judged before (minutes), `--write` writes the list of the linear ones anew.
 */
import { existsSync } from 'node:fs';
import { allPatterns, knownLinear, patternProblems, writeKnown } from './lib/patterns.mjs';
import { venvPython } from './lib/python.mjs';
import { root } from './lib/stamps.mjs';

const patterns = allPatterns(root, existsSync(venvPython) ? venvPython : null);
const known = process.argv.includes('--all') ? new Set() : knownLinear(root);
const { problems, judged } = await patternProblems(patterns, known);
for (const problem of problems) console.error(problem);
console.log(`Regular expressions: ${patterns.length} read, ${judged} judged anew, ${problems.length} problems.`);
if (process.argv.includes('--write') && problems.length === 0) writeKnown(root, patterns);
// The judge's own process would keep this one.
process.exit(problems.length > 0 ? 1 : 0);
