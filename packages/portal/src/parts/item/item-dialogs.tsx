import type { WorkflowItem } from '@cuvette/core/entities';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { NotesDialog } from '../notes/notes-dialog.tsx';
import { RestoreGone } from './gone-item.tsx';
import { lookAgain } from './poll-soon.ts';

interface ItemDialogProps {
  item: WorkflowItem;
  onClose: () => void;
}

/** Writes the notes of an item, or only shows them. */
export function ItemNotesDialog({ item, readOnly, onClose }: ItemDialogProps & { readOnly: boolean }) {
  const { uuid } = item;
  return (
    <NotesDialog
      notes={item.notes}
      readOnly={readOnly}
      onSave={(notes, notes_before) => ownerClient.updateWorkflow(uuid, { notes, notes_before })}
      onRead={async () => (await ownerClient.source.workflow(uuid)).notes}
      onClose={onClose}
      restore={(onRestored) => <RestoreGone uuid={uuid} onRestored={onRestored} />}
    />
  );
}

/** Stops a queued or running item after the person has said yes. */
export function StopDialog({ item, onClose }: ItemDialogProps) {
  return (
    <ConfirmDialog
      title={words.stopNamed(item.name)}
      hint={words.stopHint}
      label={words.stop}
      action={() => ownerClient.stopWorkflow(item.uuid)}
      onClose={onClose}
      // The worker needs a moment to stop.
      onDone={() => lookAgain(item.uuid)}
      closeLabel={words.keepRunning}
    />
  );
}
