/**
 * The script of a page that embeds Cuvette: `<script type="module" src="…/embed/1/embed.js">`. Defines two small elements and the
 * loader; everything heavy comes when its element is near the viewport.
 */
import './elements/client-element.ts';
import './structure/structure-element.ts';
import { startLoader } from './elements/loader.ts';

export { loadElement, watch } from './elements/loader.ts';
export { version } from './version.ts';

startLoader();
