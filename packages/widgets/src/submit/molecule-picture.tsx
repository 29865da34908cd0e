import { formulaOf } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { useId, useState } from 'react';
import { Depiction } from '../structure/depiction.tsx';
import { MoleculePreview } from './molecule-preview.tsx';
import { submitWords as words } from './words.ts';

interface MoleculePictureProps {
  molecule: Molecule;
  /** Null where it has coordinates alone. */
  smiles: string | null;
  /** It was given by its coordinates, so they are shown first. */
  coordinates: boolean;
}

/** The one picture of a molecule in a form: its formula where it was given by one, else its atoms in space; the other is one press away. */
export function MoleculePicture({ molecule, smiles, coordinates }: MoleculePictureProps) {
  const id = useId();
  const [chosen, setChosen] = useState<'2d' | '3d' | null>(null);
  const shown = smiles === null ? '3d' : (chosen ?? (coordinates ? '3d' : '2d'));
  return (
    <div className="cv-picture">
      <div className="cv-previews" data-shown={shown}>
        {shown === '2d' && smiles !== null ? (
          <Depiction smiles={smiles} />
        ) : (
          <MoleculePreview molecule={molecule} title={formulaOf(molecule.atoms)} />
        )}
      </div>
      {smiles === null ? null : (
        <fieldset className="cv-choice-row">
          <legend className="cv-hidden">{words.picture}</legend>
          {(['2d', '3d'] as const).map((kind) => (
            <label key={kind} className="cv-segment" data-small="">
              <input type="radio" name={id} checked={shown === kind} onChange={() => setChosen(kind)} />
              {kind === '2d' ? words.picture2d : words.picture3d}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
