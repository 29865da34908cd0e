import type { WorkflowItem } from '@cuvette/core/entities';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { problemText } from './problem.tsx';

interface ItemDialogProps {
  item: WorkflowItem;
  onClose: () => void;
}

/** Writes the notes of an item. */
export function NotesDialog({ item, onClose }: ItemDialogProps) {
  const [notes, setNotes] = useState(item.notes);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    try {
      await ownerClient.updateWorkflow(item.uuid, { notes });
      onClose();
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={words.notes}
      onClose={onClose}
      onSubmit={save}
      submitLabel={words.save}
      submitDisabled={busy}
      problem={problem}
    >
      <label className="field">
        <span className="cv-hidden">{words.notes}</span>
        <textarea rows={8} value={notes} onChange={(event) => setNotes(event.target.value)} />
      </label>
    </Dialog>
  );
}

/** Stops a queued or running item after the person has said yes. */
export function StopDialog({ item, onClose }: ItemDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = async () => {
    setBusy(true);
    try {
      await ownerClient.stopWorkflow(item.uuid);
      onClose();
      // The worker needs a moment to stop; the item is looked at again before its next regular poll.
      for (const milliseconds of [1000, 2500, 5000]) {
        setTimeout(() => {
          void ownerClient.queryClient.invalidateQueries({ queryKey: ownerClient.workflow(item.uuid).queryKey });
        }, milliseconds);
      }
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
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
