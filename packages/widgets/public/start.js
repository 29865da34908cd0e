/** Starts the elements on a page that writes the script without type="module", as marimo does. */
import(new URL('embed.js', document.currentScript.src).href);
