import { type AuditSearch, auditCsvAddress } from '@cuvette/core/client';
import { type AuditAction, type AuditEntry, auditActions } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { basePath } from '../../base-path.ts';
import { ListTable } from '../list-table.tsx';
import { Pager } from '../pager.tsx';
import { Problem } from '../problem.tsx';
import { Time } from '../time.tsx';
import { administration, queryClient } from './calls.ts';
import { adminWords as words } from './words.ts';

const nothing = { contains: '', action: '', from: '', to: '' };

/** What a form asks for; a last day counts whole. */
function searchOf({ contains, action, from, to }: typeof nothing): AuditSearch {
  const dayAfter = to === '' ? undefined : new Date(Date.parse(to) + 86_400_000).toISOString();
  return {
    contains: contains.trim() || undefined,
    action: (action || undefined) as AuditAction | undefined,
    after: from === '' ? undefined : new Date(from).toISOString(),
    before: dayAfter,
  };
}

/** The audit log: searched, page by page, and as CSV. */
export function AuditLog() {
  const [form, setForm] = useState(nothing);
  const [search, setSearch] = useState<AuditSearch>({});
  const [page, setPage] = useState(1);
  const log = useQuery(administration.audit(search, page), queryClient);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSearch(searchOf(form));
    setPage(1);
  };
  const set = (change: Partial<typeof nothing>) => setForm({ ...form, ...change });
  return (
    <>
      <form className="admin-filters" onSubmit={submit}>
        <label className="field">
          {words.search}
          <input
            type="search"
            maxLength={200}
            placeholder={words.searchHint}
            value={form.contains}
            onChange={(event) => set({ contains: event.target.value })}
          />
        </label>
        <label className="field">
          {words.action}
          <select value={form.action} onChange={(event) => set({ action: event.target.value })}>
            <option value="">{words.allActions}</option>
            {auditActions.map((action) => (
              <option key={action} value={action}>
                {words.actionNames[action]}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          {words.from}
          <input type="date" value={form.from} onChange={(event) => set({ from: event.target.value })} />
        </label>
        <label className="field">
          {words.to}
          <input type="date" value={form.to} onChange={(event) => set({ to: event.target.value })} />
        </label>
        <button type="submit" className="cv-button" data-kind="primary">
          {words.search}
        </button>
        <a className="cv-button" href={`${basePath}${auditCsvAddress(search)}`} download="">
          {words.csv}
        </a>
      </form>
      {log.error ? <Problem error={log.error} retry={() => void log.refetch()} /> : null}
      <p className="cv-quiet" role="status">
        {log.data ? (log.data.total === 0 ? words.noEntries : words.entries(log.data.total)) : ''}
      </p>
      {log.data && log.data.total > 0 ? (
        <div className="admin-scroll">
          <ListTable
            caption={words.parts.audit}
            columns={[
              { title: words.when },
              { title: words.who },
              { title: words.what },
              { title: words.how, className: 'wide-only' },
            ]}
          >
            {log.data.entries.map((entry) => (
              <EntryRow key={entry.uuid} entry={entry} />
            ))}
          </ListTable>
        </div>
      ) : null}
      {log.data ? <Pager page={page} pages={log.data.num_pages} onPage={setPage} /> : null}
    </>
  );
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const { at, actor_name, action, kind, subject, subject_name, way, address, details } = entry;
  const more = Object.entries(details).filter(([, value]) => value !== null && value !== '');
  const about = subject_name ?? subject;
  return (
    <tr>
      <td>
        <Time iso={at} />
      </td>
      <td className="name">{actor_name}</td>
      <td className="admin-details">
        {words.actionNames[action]}
        {about || (kind && kind !== 'person') ? `: ${[kind, about].filter(Boolean).join(' ')}` : ''}
        {more.length > 0 ? (
          <p className="cv-quiet">{more.map(([name, value]) => `${name}: ${[value].flat().join(', ')}`).join('; ')}</p>
        ) : null}
      </td>
      <td className="wide-only">
        {way}
        {address ? <p className="cv-quiet">{address}</p> : null}
      </td>
    </tr>
  );
}
