import './structure-element.ts';
import '../elements/jsx.ts';

/** The structural formula of a SMILES, drawn by the element that draws it everywhere. */
export function Depiction({ smiles, label }: { smiles: string; label?: string | undefined }) {
  return <cuvette-structure smiles={smiles} label={label} className="cv-depiction" />;
}
