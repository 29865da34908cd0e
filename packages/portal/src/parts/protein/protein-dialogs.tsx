import { nameProblem, type Protein } from '@cuvette/core/entities';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { NameField } from '../name-field.tsx';
import { say } from '../shell/messages.tsx';
import { useAction } from '../use-action.ts';
import { proteinWords } from './words.ts';

interface ProteinDialogProps {
  protein: Pick<Protein, 'uuid' | 'name' | 'used_in_workflow'>;
  onClose: () => void;
}

/** Returns what a protein is called; older data may have no name. */
export function proteinName({ name }: Pick<Protein, 'name'>): string {
  return name || proteinWords.protein;
}

/** Gives a protein another name. */
export function RenameProteinDialog({ protein, onClose }: ProteinDialogProps) {
  const [name, setName] = useState(protein.name ?? '');
  const { busy, problem, run } = useAction(onClose);
  return (
    <Dialog
      title={words.renameNamed(proteinName(protein))}
      onClose={onClose}
      onSubmit={() => void run(() => ownerClient.updateProtein(protein.uuid, { name: name.trim() }))}
      submitLabel={words.rename}
      submitDisabled={busy || nameProblem(name) !== null || name.trim() === protein.name}
      problem={problem}
    >
      <NameField value={name} onChange={setName} />
    </Dialog>
  );
}

/** Deletes a protein after the person has confirmed; the question names whether items use it. */
export function DeleteProteinDialog({ protein, onClose, onDone }: ProteinDialogProps & { onDone?: () => void }) {
  const name = proteinName(protein);
  return (
    <ConfirmDialog
      title={words.deleteNamed(name)}
      hint={protein.used_in_workflow ? proteinWords.deleteUsedHint : proteinWords.deleteHint}
      label={words.delete}
      action={() => ownerClient.deleteProtein(protein.uuid)}
      onClose={onClose}
      onDone={() => {
        say(words.deletedNamed(name));
        onDone?.();
      }}
    />
  );
}

/** Drops the prepared structure after the person has said yes. */
export function RestoreUploadDialog({ protein, onClose }: ProteinDialogProps) {
  return (
    <ConfirmDialog
      title={proteinWords.restoreUploadTitle}
      hint={proteinWords.restoreUploadHint}
      label={proteinWords.goBack}
      action={() => ownerClient.restoreOriginal(protein.uuid)}
      onClose={onClose}
    />
  );
}
