import type { WorkflowItem } from '@cuvette/core/entities';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { useAction } from '../use-action.ts';
import { lookAgain } from './poll-soon.ts';

interface ItemDialogProps {
  item: WorkflowItem;
  onClose: () => void;
}

/** Writes the notes of an item, or only shows them. */
export function NotesDialog({ item, readOnly, onClose }: ItemDialogProps & { readOnly: boolean }) {
  const [notes, setNotes] = useState(item.notes);
  const { busy, problem, run } = useAction(onClose);
  const save = () => run(() => ownerClient.updateWorkflow(item.uuid, { notes }));
  return (
    <Dialog
      title={words.notes}
      onClose={onClose}
      onSubmit={readOnly ? undefined : save}
      submitLabel={words.save}
      submitDisabled={busy}
      problem={problem}
    >
      <label className="field">
        <span className="cv-hidden">{words.notes}</span>
        <textarea rows={8} readOnly={readOnly} value={notes} onChange={(event) => setNotes(event.target.value)} />
      </label>
    </Dialog>
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
