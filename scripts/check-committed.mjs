/** `node scripts/check-committed.mjs`: no download address, registry host, machine path or unclear word in what is committed. */
import { committedProblems } from './lib/committed.mjs';
import { root } from './lib/stamps.mjs';

const { problems, files } = committedProblems(root);
for (const problem of problems) console.error(problem);
console.log(`Committed text: ${files} files read, ${problems.length} breaches.`);
process.exitCode = problems.length > 0 ? 1 : 0;
