import { themedColour } from './themed-colour.ts';

export { themedColour };

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
 * Draws a SMILES as an SVG element. Its black lines take the colour of the text around them, its own style sheet is left out (a
 * strict Content-Security-Policy would refuse it; the four rules are in the element's sheet).
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
  const svg = svgOf(text);
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}

/**
 * The toolkit's SVG, which is one element after another inside the outermost. Made piece by piece: pages with Trusted Types have no parser for
 * text, and parsing its style sheet would already be reported as a violation of a strict policy.
 */
function svgOf(text: string): SVGSVGElement {
  const made = (name: string) => document.createElementNS('http://www.w3.org/2000/svg', name);
  const svg = made('svg') as SVGSVGElement;
  for (const [, name = '', attributes = '', words = ''] of text.matchAll(/<(\w+)((?:[\s/][^<>]*)?)>([^<]*)/g)) {
    if (name === 'style') continue;
    const element = name === 'svg' ? svg : svg.appendChild(made(name));
    for (const [, attribute = '', value = ''] of attributes.matchAll(/\s([\w-]+)="([^"]*)"/g)) {
      if (attribute === 'id' || attribute === 'xmlns') continue;
      element.setAttribute(attribute, value.startsWith('rgb') ? themedColour(value) : value);
    }
    if (name === 'text') element.textContent = words;
  }
  return svg;
}
