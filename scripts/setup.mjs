/**
 * `npm run setup`: everything `npm start` needs, without starting; `-- --test` also what `npm test` needs, `-- --test --full` what `npm run test:full` needs; `-- --with boltz` (or another name, several times
 * if need be) also an optional program or model.
 */
import { build } from './lib/build.mjs';
import { extraNames, setUpExtras } from './lib/extras.mjs';
import { giveUp, say, Trouble } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

/** The names after each `--with`, several separated by commas. */
function wanted(words) {
  const names = words.flatMap((word, index) => (words[index - 1] === '--with' ? word.split(',') : []));
  const unknown = names.find((name) => !extraNames.includes(name));
  if (unknown !== undefined || (words.includes('--with') && names.length === 0)) {
    throw new Trouble(
      unknown === undefined ? '"--with" needs a name.' : `there is nothing to install by the name "${unknown}".`,
      `The names are ${extraNames.join(', ')}.`,
    );
  }
  return names;
}

try {
  const extras = wanted(process.argv.slice(2));
  const missing = await setUp({ test: process.argv.includes('--test'), full: process.argv.includes('--full'), extras });
  await setUpExtras(extras);
  await build();
  for (const sentence of missing) say(sentence);
  say('Cuvette is set up. Start it with: npm start');
} catch (error) {
  giveUp(error);
}
