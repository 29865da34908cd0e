import { useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { useAction } from '../use-action.ts';
import { PasswordField } from './password-field.tsx';

interface PasswordDialogProps {
  title: string;
  hint: string;
  label: string;
  hasPassword: boolean;
  danger?: boolean;
  /** Does it; what it throws is shown, and the question stays. */
  action: (password: string | null) => Promise<unknown>;
  onClose: () => void;
}

/** A question before a change of how somebody signs in, with the password where the account has one. */
export function PasswordDialog({ title, hint, label, hasPassword, danger, action, onClose }: PasswordDialogProps) {
  const [password, setPassword] = useState('');
  const { busy, problem, run } = useAction(onClose);
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      onSubmit={() => void run(() => action(hasPassword ? password : null))}
      submitLabel={label}
      submitDisabled={busy || (hasPassword && password === '')}
      danger={danger}
      problem={problem}
    >
      <p>{hint}</p>
      {hasPassword ? <PasswordField value={password} onChange={setPassword} /> : null}
    </Dialog>
  );
}
