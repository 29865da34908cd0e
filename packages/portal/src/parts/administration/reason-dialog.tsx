import { useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { useAction } from '../use-action.ts';
import { adminWords as words } from './words.ts';

interface ReasonDialogProps {
  title: string;
  hint: string;
  label: string;
  /** Whether the reason may be left out. */
  optional?: boolean | undefined;
  /** A number that is asked for beside the reason, with its bounds. */
  number?: { label: string; value: number; minimum: number; maximum: number } | undefined;
  action: (reason: string, number: number) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason of what an administrator does, and for a number where one is needed. */
export function ReasonDialog({ title, hint, label, optional, number, action, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [text, setText] = useState(String(number?.value ?? 0));
  const { busy, problem, run } = useAction(onClose);
  const value = Number(text);
  const fits = !number || (Number.isInteger(value) && value >= number.minimum && value <= number.maximum);
  const isUsual = number !== undefined && value === 0;
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      onSubmit={() => void run(() => action(reason.trim(), value))}
      submitLabel={label}
      submitDisabled={busy || !fits || !(optional || isUsual || reason.trim() !== '')}
      problem={problem}
    >
      <p>{hint}</p>
      {number ? (
        <label className="field">
          {number.label}
          <input
            data-first=""
            type="number"
            min={number.minimum}
            max={number.maximum}
            step={1}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      ) : null}
      <label className="field">
        {optional ? words.optionalReason : words.reason}
        <input
          data-first={number ? undefined : ''}
          type="text"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
    </Dialog>
  );
}
