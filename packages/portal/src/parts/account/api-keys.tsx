import type { ApiKey, ApiKeyScope, NewApiKey } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverAddress } from '../../base-path.ts';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { CopyField } from '../copy-field.tsx';
import { Dialog } from '../dialog.tsx';
import { Problem } from '../problem.tsx';
import { RemovableList } from '../removable-list.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

/** The API keys of the signed-in person: made, shown once, revoked. */
export function ApiKeys() {
  const keys = useQuery(ownerClient.apiKeys(), ownerClient.queryClient);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<NewApiKey | null>(null);
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
      <KeyTable keys={keys.data ?? []} />
      {keys.data?.length === 0 ? <p className="cv-quiet">{words.noKeys}</p> : null}
      <p className="after-list">
        <button type="button" className="cv-button" onClick={() => setMaking(true)}>
          {words.newKey}
        </button>
      </p>
      {making ? <MakeKeyDialog onClose={() => setMaking(false)} onMade={setMade} /> : null}
    </section>
  );
}

/** The year that stands for "no end". */
const endlessYear = '9999';

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  return (
    <RemovableList
      caption={words.apiKeys}
      columns={[
        { title: words.name },
        { title: words.scope },
        { title: words.lastUsed, className: 'wide-only' },
        { title: words.expires },
      ]}
      rows={keys}
      nameOf={({ name }) => name}
      cells={(key) => (
        <>
          <td className="name">
            {key.name} <span className="cv-quiet cv-mono">…{key.hint}</span>
          </td>
          <td>{words.scopes[key.scope]}</td>
          <td className="wide-only">{key.last_used_at ? <Time iso={key.last_used_at} /> : words.never}</td>
          <td className="when">{key.expires_at.startsWith(endlessYear) ? words.never : key.expires_at.slice(0, 10)}</td>
        </>
      )}
      removal={{
        label: words.revoke,
        labelNamed: words.revokeNamed,
        title: words.revokeTitle,
        hint: words.revokeHint,
        action: ({ uuid }) => ownerClient.revokeApiKey(uuid),
      }}
    />
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
