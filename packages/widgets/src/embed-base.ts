/**
 * What `embed.js` itself carries: two small elements and the loader, which imports everything heavy when its element comes near the viewport.
 */
import './elements/client-element.ts';
import './structure/structure-element.ts';

export { loadElement, startLoader, watch } from './elements/loader.ts';
export { version } from './version.ts';
