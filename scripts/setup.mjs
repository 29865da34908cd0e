/** `npm run setup`: installs and builds what `npm start` needs, without starting. `usage` lists its options. */
import { build } from './lib/build.mjs';
import { extraNames, setUpExtras } from './lib/extras.mjs';
import { giveUp, say, Trouble } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

const usage = `Usage: npm run setup -- [options]

Installs and builds what "npm start" needs, without starting. What is up to date is left alone.

  --test       also installs what "npm test" needs
  --full       with --test: also what "npm run test:full" needs
  --with NAME  also installs an optional program or model; several names are separated by commas
               Names: ${extraNames.join(', ')}
  --help       prints this text and changes nothing`;

/** Refuses what no option takes, so that a misspelt option does not start an installation. */
function refuseUnknown(words) {
  const unknown = words.find(
    (word, index) => !['--test', '--full', '--with'].includes(word) && words[index - 1] !== '--with',
  );
  if (unknown !== undefined) throw new Trouble(`there is no option "${unknown}".`, 'Read "npm run setup -- --help".');
}

/** Names after each `--with`. */
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

const words = process.argv.slice(2);
if (words.includes('--help') || words.includes('-h')) {
  say(usage);
} else {
  try {
    refuseUnknown(words);
    const extras = wanted(words);
    const missing = await setUp({ test: words.includes('--test'), full: words.includes('--full'), extras });
    await setUpExtras(extras);
    await build();
    for (const sentence of missing) say(sentence);
    say('Cuvette is set up. Start it with: npm start');
  } catch (error) {
    giveUp(error);
  }
}
