import { Dialog } from './dialog.tsx';
import { useAction } from './use-action.ts';

interface ConfirmDialogProps {
  title: string;
  /** What follows from a yes. */
  hint: string;
  /** The word of the button that does it. */
  label: string;
  /** Does it; what it throws is shown, and the question stays. */
  action: () => Promise<unknown>;
  onClose: () => void;
  /** Called after it is done and the question is closed. */
  onDone?: (() => void) | undefined;
  closeLabel?: string | undefined;
  /** False for what takes nothing away. */
  danger?: boolean | undefined;
}

/** A question before something that cannot simply be undone: it is done after the person has said yes. */
export function ConfirmDialog({ title, hint, label, action, onClose, onDone, closeLabel, danger }: ConfirmDialogProps) {
  const { busy, problem, run } = useAction(() => {
    onClose();
    onDone?.();
  });
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      onSubmit={() => void run(action)}
      submitLabel={label}
      submitDisabled={busy}
      closeLabel={closeLabel}
      danger={danger ?? true}
      problem={problem}
    >
      <p>{hint}</p>
    </Dialog>
  );
}
