import type { SecondFactorState } from '@cuvette/core/entities';
import { useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { secondFactor } from './calls.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { factorWords as words } from './words.ts';

/** The authenticator app of the account: set up, new backup codes, removed. */
export function AppSection({ state }: { state: SecondFactorState }) {
  const [open, setOpen] = useState<'set-up' | 'renew' | 'remove' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { enabled, required, has_password: hasPassword, backup_codes_left: left } = state;
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">{words.title}</h2>
      <p className="cv-quiet lead">
        {[enabled ? words.on : words.off, required ? words.required : '', enabled ? words.codesLeft(left) : '']
          .filter(Boolean)
          .join(' ')}
      </p>
      <p className="button-row">
        {enabled ? (
          <>
            <button type="button" className="cv-button" onClick={() => setOpen('renew')}>
              {words.renew}
            </button>
            <button type="button" className="cv-button" data-kind="danger" onClick={() => setOpen('remove')}>
              {words.remove}
            </button>
          </>
        ) : (
          <button type="button" className="cv-button" onClick={() => setOpen('set-up')}>
            {words.setUp}
          </button>
        )}
      </p>
      {open === 'set-up' ? <SetUpDialog hasPassword={hasPassword} onClose={close} /> : null}
      {open === 'renew' ? (
        <PasswordDialog
          title={words.renew}
          hint={words.renewHint}
          label={words.renew}
          hasPassword={hasPassword}
          action={async (password) => setCodes((await secondFactor.renewCodes(password)).backup_codes)}
          onClose={close}
        />
      ) : null}
      {open === 'remove' ? (
        <PasswordDialog
          title={words.removeTitle}
          hint={words.removeHint}
          label={words.remove}
          hasPassword={hasPassword}
          danger
          action={(password) => secondFactor.remove(password)}
          onClose={close}
        />
      ) : null}
      {codes ? (
        <Dialog title={words.keepCodes} onClose={() => setCodes(null)} closeLabel={words.done}>
          <BackupCodes codes={codes} />
        </Dialog>
      ) : null}
    </section>
  );
}
