import { nameProblem } from '@cuvette/core/entities';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { NameField } from '../name-field.tsx';
import type { FolderEntry } from '../paths.ts';
import { say } from '../shell/messages.tsx';
import { useAction } from '../use-action.ts';

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
  const { name, uuid } = entry.data;
  const isItem = entry.type === 'workflow';
  return (
    <ConfirmDialog
      title={words.deleteNamed(name)}
      hint={isItem ? words.deleteItemHint : words.deleteFolderHint}
      label={words.delete}
      action={() => (isItem ? ownerClient.deleteWorkflow(uuid) : ownerClient.deleteFolder(uuid))}
      onClose={onClose}
      onDone={() => {
        say(words.deletedNamed(name));
        onDone?.();
      }}
    />
  );
}
