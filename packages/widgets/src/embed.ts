/**
 * The script of a page that embeds Cuvette: `<script type="module" src="…/embed/1/embed.js">`. First it asks for the files of the elements near the
 * viewport, all at once; then it brings two small elements and the loader. Everything heavy comes when its element is near the viewport.
 */
import { preloadNear } from './preload.ts';

preloadNear();
const base = await import('./embed-base.ts');
export const { loadElement, watch, version } = base;

base.startLoader();
