import type { WorkflowItem } from '@cuvette/core/entities';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { useAction } from './use-action.ts';

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
  const { busy, problem, run } = useAction(onClose);
  const stop = () =>
    run(async () => {
      await ownerClient.stopWorkflow(item.uuid);
      // The worker needs a moment to stop; the item is looked at again before its next regular poll.
      for (const milliseconds of [1000, 2500, 5000]) {
        setTimeout(() => {
          void ownerClient.queryClient.invalidateQueries({ queryKey: ownerClient.workflow(item.uuid).queryKey });
        }, milliseconds);
      }
    });
  return (
    <Dialog
      title={words.stopNamed(item.name)}
      onClose={onClose}
      onSubmit={stop}
      submitLabel={words.stop}
      submitDisabled={busy}
      closeLabel={words.keepRunning}
      danger
      problem={problem}
    >
      <p>{words.stopHint}</p>
    </Dialog>
  );
}
