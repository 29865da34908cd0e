import type { Problem } from '@cuvette/core/chemistry';
import type { WorkflowData, WorkflowDefinition } from '@cuvette/core/workflows';
import type { MoleculeDraft } from './draft.ts';
import { useFormScene } from './editors/form-scene.ts';
import { MoleculeInput } from './molecule-input.tsx';
import { ProblemTexts } from './roles/problem-texts.tsx';
import { StructureSummary } from './structure-summary.tsx';
import type { MoleculeState } from './use-molecule.ts';

interface GivenMoleculeProps {
  /** What the structure is to the type, where a form has several. */
  label?: string;
  /** Folder that the item goes to; null is the root folder. */
  folder: string | null;
  draft: MoleculeDraft;
  state: MoleculeState;
  /** Every stereoisomer may run, each as an item of its own. */
  canRunEvery: boolean;
  problems: readonly Problem[];
  onChange: (change: Partial<MoleculeDraft>) => void;
}

/** A molecule of a form: its input, and the structure that would run or what is wrong with it. */
export function GivenMolecule({ label, folder, canRunEvery, problems, ...given }: GivenMoleculeProps) {
  const { client, definition, data } = useFormScene();
  return (
    <>
      <MoleculeInput client={client} folder={folder} canRunEvery={canRunEvery} {...given} />
      {given.state.status === 'ready' ? (
        <StructureSummary
          label={label}
          limits={definition.limits(data)}
          smilesOnly={takesSmilesOnly(definition, data)}
          problems={problems}
          {...given}
        />
      ) : (
        <ProblemTexts problems={problems} />
      )}
    </>
  );
}

function takesSmilesOnly({ inputs }: WorkflowDefinition, data: WorkflowData): boolean {
  const small = inputs.find(({ role }) => role === 'initial_smiles' || role === 'initial_molecule');
  return (small?.accepts?.(data) ?? small?.kind) === 'smiles';
}
