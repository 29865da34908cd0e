import { createElement } from 'react';

/** The structural formula of a SMILES, drawn by the element that draws it everywhere. */
export function Depiction({ smiles }: { smiles: string }) {
  return createElement('cuvette-structure', { smiles, class: 'cv-depiction' });
}
