/** `npm run build`: builds the embed and the portal when their sources changed; `-- --force` builds anyway. */
import { build } from './lib/build.mjs';
import { giveUp, say } from './lib/say.mjs';

try {
  await build({ force: process.argv.includes('--force'), show: true });
  say('The build is up to date.');
} catch (error) {
  giveUp(error);
}
