import { formulaOf, type Problem } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { useEffect, useEffectEvent, useState } from 'react';
import { emptyMolecule, type MoleculeDraft } from '../draft.ts';
import { useFormScene } from '../editors/form-scene.ts';
import { GivenMolecule } from '../given-molecule.tsx';
import { MoleculePreview } from '../molecule-preview.tsx';
import { useMolecule } from '../use-molecule.ts';
import { ProblemTexts } from './problem-texts.tsx';
import { roleWords as words } from './words.ts';

interface MoleculeRoleProps {
  title: string;
  /** Folder that the item goes to; null is the root folder. */
  folder: string | null;
  value: Molecule | null;
  problems: readonly Problem[];
  onChange: (molecule: Molecule | null) => void;
}

/** A further molecule of a type, given as every molecule is; what is in the settings already is shown until another is given. */
export function MoleculeRole({ title, folder, value, problems, onChange }: MoleculeRoleProps) {
  const { client } = useFormScene();
  const [draft, setDraft] = useState<MoleculeDraft>(emptyMolecule);
  const state = useMolecule(client, draft, 'molecule');
  const change = (next: Partial<MoleculeDraft>) => setDraft((before) => ({ ...before, ...next }));
  const untouched = draft === emptyMolecule;
  const ready = state.status === 'ready' ? state.inputs.molecule : null;
  // The structure is a new object at every drawing: what it says decides.
  const fingerprint = ready ? JSON.stringify(ready) : null;
  const hand = useEffectEvent(() => {
    if (!untouched) onChange(ready);
  });
  // It is handed on when it says something else.
  useEffect(() => hand(), [fingerprint]);
  if (untouched && value)
    return (
      <div className="cv-role">
        <p>{words.structureKept(formulaOf(value.atoms))}</p>
        <div className="cv-previews">
          <MoleculePreview molecule={value} title={formulaOf(value.atoms)} />
        </div>
        <button type="button" className="cv-button" onClick={() => onChange(null)}>
          {words.another}
        </button>
        <ProblemTexts problems={problems} />
      </div>
    );
  return (
    <div className="cv-role">
      <GivenMolecule
        label={title}
        folder={folder}
        draft={draft}
        state={state}
        canRunEvery={false}
        problems={problems}
        onChange={change}
      />
    </div>
  );
}
