import { nameProblem, type Structure } from '@cuvette/core/entities';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words as common } from '../../words.ts';
import { Dialog } from '../dialog.tsx';
import { NameField } from '../name-field.tsx';
import { useAction } from '../use-action.ts';
import { structureWords as words } from './words.ts';

/** Gives a structure another name. */
export function RenameStructureDialog({ structure, onClose }: { structure: Structure; onClose: () => void }) {
  const [name, setName] = useState(structure.name ?? '');
  const { busy, problem, run } = useAction(onClose);
  return (
    <Dialog
      title={words.renameNamed(structure.name ?? words.unnamed)}
      onClose={onClose}
      onSubmit={() => void run(() => ownerClient.updateStructure(structure.uuid, { name: name.trim() }))}
      submitLabel={common.save}
      submitDisabled={busy || nameProblem(name) !== null}
      problem={problem}
    >
      <NameField value={name} onChange={setName} />
    </Dialog>
  );
}
