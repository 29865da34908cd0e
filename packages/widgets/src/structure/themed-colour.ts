/** Black follows the text; an element's colour is darkened on light ground and lightened on dark, so that yellow and blue stay readable. */
export function themedColour(colour: string): string {
  if (colour === 'rgb(0,0,0)' || colour === '#000000') return 'currentColor';
  return `light-dark(color-mix(in oklab, ${colour}, black 20%), color-mix(in oklab, ${colour}, white 40%))`;
}
