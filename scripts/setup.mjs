/** `npm run setup`: everything `npm start` needs, without starting; `-- --test` also what `npm test` needs. */
import { build } from './lib/build.mjs';
import { giveUp, say } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

try {
  const missing = await setUp({ test: process.argv.includes('--test') });
  await build();
  for (const sentence of missing) say(sentence);
  say('Cuvette is set up. Start it with: npm start');
} catch (error) {
  giveUp(error);
}
