import type { Passkey, SecondFactorState } from '@cuvette/core/entities';
import { useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { RemovableList } from '../removable-list.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';
import { hasPasskeys, makePasskey } from './browser-passkeys.ts';
import { secondFactor } from './calls.ts';
import { PasswordField } from './password-field.tsx';
import { factorWords as words } from './words.ts';

const nameOf = ({ name }: Passkey): string => name ?? words.nameless;

/** The passkeys of the account: added, named, removed. */
export function PasskeysSection({ state }: { state: SecondFactorState }) {
  const [adding, setAdding] = useState(false);
  const { passkeys } = state;
  const unavailable = state.passkeys_unavailable ?? (hasPasskeys() ? null : words.notInBrowser);
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">{words.passkeys}</h2>
      <p className="cv-quiet lead">{words.passkeysHint}</p>
      {passkeys.length === 0 ? <p className="cv-quiet">{words.noPasskeys}</p> : null}
      <RemovableList
        caption={words.passkeys}
        columns={[
          { title: words.passkeyName },
          { title: words.lastUsed },
          { title: words.added, className: 'wide-only' },
        ]}
        rows={passkeys}
        nameOf={nameOf}
        cells={(passkey) => (
          <>
            <td className="name">{nameOf(passkey)}</td>
            <td>{passkey.last_used_at ? <Time iso={passkey.last_used_at} /> : words.never}</td>
            <td className="wide-only">
              <Time iso={passkey.created_at} />
            </td>
          </>
        )}
        removal={{
          label: words.removePasskey,
          labelNamed: words.removePasskeyNamed,
          title: words.removePasskeyTitle,
          hint: words.removePasskeyHint,
          action: ({ uuid }) => secondFactor.removePasskey(uuid),
        }}
      />
      {unavailable === null ? (
        <p className="after-list">
          <button type="button" className="cv-button" onClick={() => setAdding(true)}>
            {words.addPasskey}
          </button>
        </p>
      ) : (
        <p className="cv-quiet">{unavailable}</p>
      )}
      {adding ? <AddDialog hasPassword={state.has_password} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

function AddDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const { busy, problem, run } = useAction(onClose);
  const add = async () => {
    const { options } = await secondFactor.askForNewPasskey(hasPassword ? password : null);
    await secondFactor.addPasskey(await makePasskey(options), name.trim());
  };
  return (
    <Dialog
      size="small"
      title={words.addPasskey}
      onClose={onClose}
      onSubmit={() => void run(add)}
      submitLabel={words.add}
      submitDisabled={busy || name.trim() === '' || (hasPassword && password === '')}
      problem={problem}
    >
      <label className="field">
        {words.passkeyName}
        <input
          data-first=""
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <span className="cv-quiet">{words.passkeyNameHint}</span>
      </label>
      {hasPassword ? <PasswordField value={password} onChange={setPassword} /> : null}
    </Dialog>
  );
}
