import { nameProblem } from '@cuvette/core/entities';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { Dialog } from '../dialog.tsx';
import { NameField } from '../name-field.tsx';
import { useAction } from '../use-action.ts';

/** Asks for a name and makes a folder inside `parent`. */
export function CreateFolderDialog({ parent, onClose }: { parent: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const { busy, problem, run } = useAction(onClose);
  const create = () => run(() => ownerClient.createFolder({ name: name.trim(), parent_uuid: parent }));
  return (
    <Dialog
      title={words.newFolder}
      onClose={onClose}
      onSubmit={create}
      submitLabel={words.create}
      submitDisabled={busy || nameProblem(name) !== null}
      problem={problem}
    >
      <NameField value={name} onChange={setName} />
    </Dialog>
  );
}
