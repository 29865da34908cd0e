type Toolkit = typeof import('openchemlib');

let toolkit: Promise<Toolkit> | null = null;

/** Milliseconds until the toolkit is asked for again; core's `toolkitRetryDelay`, written out because this script is part of the small eager one. */
export const retryDelay = 1000;

/** OpenChemLib, loaded once, when the first structure is near the viewport. A failed load is tried once more after a second, then forgotten. */
export function loadToolkit(): Promise<Toolkit> {
  toolkit ??= import('openchemlib')
    .catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
      return await import('openchemlib');
    })
    .catch((error: unknown) => {
      toolkit = null;
      throw error;
    });
  return toolkit;
}

/**
 * Draws a SMILES as an SVG element. Its black lines take the colour of the text around them, its own style sheet is taken out (a
 * strict Content-Security-Policy would refuse it; the four rules stand in the element's sheet).
 * @throws when the SMILES cannot be read
 */
export async function depict(smiles: string, width: number, height: number): Promise<SVGSVGElement> {
  const { Molecule } = await loadToolkit();
  const molecule = Molecule.fromSmiles(smiles);
  if (molecule.getAllAtoms() === 0) throw new Error('The SMILES holds no atoms.');
  const text = molecule.toSVG(width, height, 'structure', {
    autoCrop: true,
    autoCropMargin: 6,
    suppressChiralText: true,
    suppressCIPParity: true,
    suppressESR: true,
    noStereoProblem: true,
  });
  // Out of the text, not out of the parsed document: parsing alone would already be reported as a violation of the policy.
  const parsed = new DOMParser().parseFromString(text.replace(/<style[\s\S]*?<\/style>/g, ''), 'image/svg+xml');
  for (const attribute of ['stroke', 'fill']) {
    for (const element of parsed.querySelectorAll(`[${attribute}^="rgb"]`)) {
      element.setAttribute(attribute, themedColour(element.getAttribute(attribute) ?? ''));
    }
  }
  const svg = document.importNode(parsed.documentElement, true) as unknown as SVGSVGElement;
  svg.removeAttribute('id');
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}

/** Black follows the text; an element's colour is darkened on light ground and lightened on dark, so that yellow and blue stay readable. */
function themedColour(colour: string): string {
  if (colour === 'rgb(0,0,0)') return 'currentColor';
  return `light-dark(color-mix(in oklab, ${colour}, black 20%), color-mix(in oklab, ${colour}, white 40%))`;
}
