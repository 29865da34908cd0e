/** `npm run notebook-script`: builds the script of `cuvette_embed.widget` into the Python package, which then can be installed from the checkout. */
import { writeNotebookScript } from './lib/notebook-script.mjs';
import { giveUp, say } from './lib/say.mjs';

try {
  const { bytes } = await writeNotebookScript();
  say(`The script of the notebook widget has ${Math.round(bytes / 1000)} kB, packed.`);
} catch (error) {
  giveUp(error);
}
