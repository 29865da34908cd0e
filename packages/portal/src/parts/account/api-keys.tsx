import type { ApiKey, ApiKeyScope, NewApiKey } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverAddress } from '../../base-path.ts';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { CopyField } from '../copy-field.tsx';
import { Dialog } from '../dialog.tsx';
import { ListTable } from '../list-table.tsx';
import { Problem } from '../problem.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

/** The API keys of the signed-in person: made, shown once, revoked. */
export function ApiKeys() {
  const keys = useQuery(ownerClient.apiKeys(), ownerClient.queryClient);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<NewApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{words.apiKeys}</h2>
      <p className="cv-quiet lead">{words.apiKeysHint}</p>
      <p className="cv-quiet">{words.clientAddresses(serverAddress)}</p>
      {keys.error ? <Problem error={keys.error} retry={() => void keys.refetch()} /> : null}
      {made ? (
        <div className="notice" data-tone="neutral" role="status">
          <CopyField label={words.newKeyNamed(made.name)} value={made.api_key} />
          <p>{words.keyOnce}</p>
        </div>
      ) : null}
      {keys.data && keys.data.length > 0 ? <KeyTable keys={keys.data} onRevoke={setRevoking} /> : null}
      {keys.data?.length === 0 ? <p className="cv-quiet">{words.noKeys}</p> : null}
      <p className="after-list">
        <button type="button" className="cv-button" onClick={() => setMaking(true)}>
          {words.newKey}
        </button>
      </p>
      {making ? <MakeKeyDialog onClose={() => setMaking(false)} onMade={setMade} /> : null}
      {revoking ? <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} /> : null}
    </section>
  );
}

/** The year that stands for "no end". */
const endlessYear = '9999';

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <ListTable
      caption={words.apiKeys}
      columns={[
        { title: words.name },
        { title: words.scope },
        { title: words.lastUsed, className: 'wide-only' },
        { title: words.expires },
        { title: words.actions, hidden: true },
      ]}
    >
      {keys.map((key) => (
        <tr key={key.uuid}>
          <td className="name">
            {key.name} <span className="cv-quiet cv-mono">…{key.hint}</span>
          </td>
          <td>{words.scopes[key.scope]}</td>
          <td className="wide-only">{key.last_used_at ? <Time iso={key.last_used_at} /> : words.never}</td>
          <td className="when">{key.expires_at.startsWith(endlessYear) ? words.never : key.expires_at.slice(0, 10)}</td>
          <td className="row-actions">
            <button
              type="button"
              className="cv-button"
              data-kind="danger"
              aria-label={words.revokeNamed(key.name)}
              onClick={() => onRevoke(key)}
            >
              {words.revoke}
            </button>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

function MakeKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (key: NewApiKey) => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiKeyScope>('read_write');
  const [days, setDays] = useState('365');
  const { busy, problem, run } = useAction(onClose);
  const make = () =>
    run(async () => {
      onMade(await ownerClient.createApiKey({ name, scope, valid_days: days === '' ? null : Number(days) }));
    });
  return (
    <Dialog
      title={words.newKey}
      onClose={onClose}
      onSubmit={() => void make()}
      submitLabel={words.create}
      submitDisabled={busy || name.trim() === ''}
      problem={problem}
    >
      <label className="field">
        {words.name}
        <input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </label>
      <label className="field">
        {words.scope}
        <select value={scope} onChange={(event) => setScope(event.target.value as ApiKeyScope)}>
          {Object.entries(words.scopes).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {words.validDays}
        <input inputMode="numeric" value={days} onChange={(event) => setDays(event.target.value.replace(/\D/g, ''))} />
        <span className="cv-quiet">{words.validDaysHint}</span>
      </label>
    </Dialog>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={words.revokeTitle(apiKey.name)}
      hint={words.revokeHint}
      label={words.revoke}
      action={() => ownerClient.revokeApiKey(apiKey.uuid)}
      onClose={onClose}
    />
  );
}
