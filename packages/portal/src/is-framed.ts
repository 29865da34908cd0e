/**
 * Whether the app is in a frame of another page. The server lets only pages of shared things be framed; there the app has no other page, and no
 * way to one.
 */
export const isFramed = window.parent !== window;
