import { nameProblem } from '@cuvette/core/entities';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { NameField } from './name-field.tsx';
import type { FolderEntry } from './paths.ts';
import { useAction } from './use-action.ts';

interface EntryDialogProps {
  entry: FolderEntry;
  onClose: () => void;
  /** Called after the entry is gone. */
  onDone?: (() => void) | undefined;
}

/** Gives an item or a folder another name. */
export function RenameDialog({ entry, onClose }: EntryDialogProps) {
  const [name, setName] = useState(entry.data.name);
  const { busy, problem, run } = useAction(onClose);
  const rename = () => {
    const change = { name: name.trim() };
    return run(() =>
      entry.type === 'workflow'
        ? ownerClient.updateWorkflow(entry.data.uuid, change)
        : ownerClient.updateFolder(entry.data.uuid, change),
    );
  };
  return (
    <Dialog
      title={words.renameNamed(entry.data.name)}
      onClose={onClose}
      onSubmit={rename}
      submitLabel={words.rename}
      submitDisabled={busy || nameProblem(name) !== null || name.trim() === entry.data.name}
      problem={problem}
    >
      <NameField value={name} onChange={setName} />
    </Dialog>
  );
}

/** Deletes an item or a folder after the person has said yes. */
export function DeleteDialog({ entry, onClose, onDone }: EntryDialogProps) {
  const { busy, problem, run } = useAction(() => {
    onClose();
    onDone?.();
  });
  const remove = () =>
    run(() =>
      entry.type === 'workflow'
        ? ownerClient.deleteWorkflow(entry.data.uuid)
        : ownerClient.deleteFolder(entry.data.uuid),
    );
  return (
    <Dialog
      title={words.deleteNamed(entry.data.name)}
      onClose={onClose}
      onSubmit={remove}
      submitLabel={words.delete}
      submitDisabled={busy}
      danger
      problem={problem}
    >
      <p>{entry.type === 'workflow' ? words.deleteItemHint : words.deleteFolderHint}</p>
    </Dialog>
  );
}
