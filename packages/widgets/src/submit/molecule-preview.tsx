import { formulaOf } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { Viewer } from '../viewer/viewer.tsx';
import { submitWords } from './words.ts';

/** The structure in 3D, as it would run. */
export function MoleculePreview({ molecule, title }: { molecule: Molecule; title: string }) {
  return (
    <div className="cv-preview-3d">
      <Viewer
        molecule={molecule}
        title={title}
        description={submitWords.previewOf(formulaOf(molecule.atoms), molecule.atoms.length)}
      />
    </div>
  );
}
