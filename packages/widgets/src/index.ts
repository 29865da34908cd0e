/**
 * Cuvette's widgets. Importing this registers the small elements and starts the loader, as the embed script does; the views are
 * React components for hosts that are React themselves.
 */
import { startLoader } from './embed-base.ts';

startLoader();

export type { ClientAttributes, ClientSettings } from './elements/client-settings.ts';
export { clientContext } from './elements/client-settings.ts';
export type { CuvetteEventDetails, CuvetteEventName } from './elements/events.ts';
export type { CuvetteElements } from './elements/jsx.ts';
export { loadElement, watch } from './elements/loader.ts';
export { addLanguage } from './languages.ts';
export { version } from './version.ts';
export { english, type Words } from './words.ts';
