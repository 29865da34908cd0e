/**
 * `npm start [-- flags of cuvette serve]`: sets up what is missing and starts the server with its embedded database and
 * one worker. Runs on a machine that has nothing but Node 20 or newer and npm (and Python, to compute):
 * only built-ins are imported here.
 */
import { build } from './lib/build.mjs';
import { giveUp, say, since } from './lib/say.mjs';
import { serve } from './lib/serve.mjs';
import { setUpToStart } from './lib/set-up.mjs';

const start = performance.now();
const flags = process.argv.slice(2);
try {
  if (!flags.includes('--help')) say('Setting up Cuvette (what is up to date is left alone).');
  const computes = await setUpToStart();
  await build();
  if (!flags.includes('--help')) say(`Set up in ${since(start)}. Starting the server.`);
  // A worker that a person asked for is theirs to explain; where nothing can be computed none is started by default.
  serve(computes ? flags : ['--workers', '0', ...flags]);
} catch (error) {
  giveUp(error);
}
