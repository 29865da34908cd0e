import type { SecondFactorSetUp } from '@cuvette/core/entities';
import { lazy, Suspense, useState } from 'react';
import { CopyField } from '../copy-field.tsx';
import { Dialog } from '../dialog.tsx';
import { useAction } from '../use-action.ts';
import { BackupCodes } from './backup-codes.tsx';
import { secondFactor } from './calls.ts';
import { PasswordField } from './password-field.tsx';
import { factorWords as words } from './words.ts';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

interface SetUpDialogProps {
  hasPassword: boolean;
  onClose: () => void;
}

/** Sets up an authenticator app: the password, then the secret and the first code, then the backup codes. */
export function SetUpDialog({ hasPassword, onClose }: SetUpDialogProps) {
  const [password, setPassword] = useState('');
  const [begun, setBegun] = useState<SecondFactorSetUp | null>(null);
  const [code, setCode] = useState('');
  const [isOn, setOn] = useState(false);
  const { busy, problem, run } = useAction(() => {});
  const begin = () => run(async () => setBegun(await secondFactor.setUp(hasPassword ? password : null)));
  const confirm = () =>
    run(async () => {
      await secondFactor.confirm(code);
      setOn(true);
    });
  if (isOn && begun) {
    return (
      <Dialog title={words.keepCodes} onClose={onClose} closeLabel={words.done}>
        <BackupCodes codes={begun.backup_codes} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={words.setUpTitle}
      onClose={onClose}
      onSubmit={() => void (begun ? confirm() : begin())}
      submitLabel={begun ? words.switchOn : words.next}
      submitDisabled={busy || (begun ? code.trim() === '' : hasPassword && password === '')}
      problem={problem}
    >
      {begun ? (
        <ScanStep begun={begun} code={code} onCode={setCode} />
      ) : hasPassword ? (
        <>
          <p>{words.passwordWhy}</p>
          <PasswordField value={password} onChange={setPassword} />
        </>
      ) : (
        <p>{words.off}</p>
      )}
    </Dialog>
  );
}

interface ScanStepProps {
  begun: SecondFactorSetUp;
  code: string;
  onCode: (code: string) => void;
}

/** The secret as a picture and as text, and the field for the first code. */
function ScanStep({ begun, code, onCode }: ScanStepProps) {
  return (
    <>
      <p>{words.scan}</p>
      <div className="qr-box">
        <Suspense fallback={null}>
          <QrCode text={begun.uri} />
        </Suspense>
      </div>
      <CopyField label={words.key} value={new URL(begun.uri).searchParams.get('secret') ?? ''} />
      <label className="field">
        {words.code}
        <input
          className="cv-mono"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={10}
          value={code}
          onChange={(event) => onCode(event.target.value)}
        />
      </label>
    </>
  );
}
