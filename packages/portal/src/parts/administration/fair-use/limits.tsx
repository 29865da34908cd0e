import type { LimitAmounts } from '@cuvette/core/client';
import type { UsageLimit } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ListTable } from '../../list-table.tsx';
import { Problem, ProblemLine } from '../../problem.tsx';
import { useAction } from '../../use-action.ts';
import { administration, queryClient } from '../calls.ts';
import { adminWords as words } from '../words.ts';
import { hoursInWords } from './usage-plot.tsx';

/** What people and projects may have at most, with what they have. */
export function Limits() {
  const list = useQuery(administration.limits(), queryClient);
  const limits = list.data?.limits;
  return (
    <section className="admin-section" aria-labelledby="limits">
      <h2 id="limits">{words.limits}</h2>
      <p className="cv-quiet lead">{words.limitsHint}</p>
      {list.error ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {limits?.length === 0 ? <p className="cv-quiet">{words.noLimits}</p> : null}
      {limits && limits.length > 0 ? (
        <div className="admin-scroll">
          <ListTable
            caption={words.limits}
            columns={[
              { title: words.limitFor },
              { title: words.activeItems, className: 'number' },
              { title: words.coreHoursMonth, className: 'number' },
              { title: words.storageMb, className: 'number' },
              { title: words.actions, hidden: true },
            ]}
          >
            {limits.map((limit) => (
              <LimitRow key={`${limit.kind} ${limit.subject}`} limit={limit} />
            ))}
          </ListTable>
        </div>
      ) : null}
      <SetLimits />
    </section>
  );
}

function LimitRow({ limit }: { limit: UsageLimit }) {
  const { busy, problem, run } = useAction(() => {});
  const { kind, subject, used } = limit;
  const name = subject === '*' ? words.everybody[kind] : (limit.name ?? subject);
  const amount = (value: number | null, have: number | undefined) =>
    value === null
      ? '–'
      : have === undefined
        ? hoursInWords(value)
        : words.usedOf(hoursInWords(have), hoursInWords(value));
  const none: LimitAmounts = { active_items: null, core_hours: null, storage_mb: null };
  return (
    <tr>
      <td className="name">
        {name} {subject === '*' ? null : <span className="cv-quiet">{words.kinds[kind]}</span>}
        <ProblemLine text={problem} />
      </td>
      <td className="number">{amount(limit.active_items, used?.active_items)}</td>
      <td className="number">{amount(limit.core_hours, used?.core_hours)}</td>
      <td className="number">{amount(limit.storage_mb, used?.storage_mb)}</td>
      <td className="row-actions">
        <button
          type="button"
          className="cv-button"
          disabled={busy}
          aria-label={words.removeLimitNamed(name)}
          onClick={() => void run(() => administration.setLimits(kind, subject, none))}
        >
          {words.removeLimit}
        </button>
      </td>
    </tr>
  );
}

const fields = [
  ['active_items', words.activeItems],
  ['core_hours', words.coreHoursMonth],
  ['storage_mb', words.storageMb],
] as const;

const empty = { active_items: '', core_hours: '', storage_mb: '' };

/** Sets the three limits of a person, of a project, or of all without limits of their own. */
function SetLimits() {
  const people = useQuery(administration.people(), queryClient).data?.people ?? [];
  const [kind, setKind] = useState<'person' | 'project'>('person');
  const [subject, setSubject] = useState('*');
  const [amounts, setAmounts] = useState(empty);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const { busy, problem, run } = useAction(() => {});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = (key: keyof typeof empty) => (amounts[key].trim() === '' ? null : Number(amounts[key]));
    setNotes([]);
    void run(async () => {
      const answer = await administration.setLimits(kind, subject.trim(), {
        active_items: value('active_items'),
        core_hours: value('core_hours'),
        storage_mb: value('storage_mb'),
      });
      setNotes([words.limitsSet, ...answer.notes]);
      setAmounts(empty);
    });
  };
  const nothing = fields.every(([key]) => amounts[key].trim() === '');
  const named = subject !== '*';
  return (
    <form className="add-person" onSubmit={submit}>
      <h3>{words.setLimit}</h3>
      <div className="admin-filters">
        <label className="field">
          {words.limitFor}
          <select
            value={kind === 'project' ? (named ? 'project' : 'projects') : named ? subject : '*'}
            onChange={({ target: { value } }) => {
              setKind(value === 'project' || value === 'projects' ? 'project' : 'person');
              setSubject(value === 'project' ? '' : value === 'projects' ? '*' : value);
            }}
          >
            <option value="*">{words.allPeople}</option>
            <option value="projects">{words.allProjects}</option>
            <option value="project">{words.kinds.project}</option>
            {people.map(({ uuid, email }) => (
              <option key={uuid} value={uuid}>
                {email}
              </option>
            ))}
          </select>
        </label>
        {kind === 'project' && named ? (
          <label className="field">
            {words.projectUuid}
            <input
              type="text"
              spellCheck={false}
              value={subject}
              aria-describedby="project-hint"
              onChange={(event) => setSubject(event.target.value)}
            />
            <span id="project-hint" className="cv-quiet">
              {words.projectUuidHint}
            </span>
          </label>
        ) : null}
        {fields.map(([key, title]) => (
          <label key={key} className="field">
            {title}
            <input
              type="number"
              min={0}
              step={key === 'active_items' ? 1 : 'any'}
              placeholder={words.noLimit}
              value={amounts[key]}
              onChange={(event) => setAmounts({ ...amounts, [key]: event.target.value })}
            />
          </label>
        ))}
        <button type="submit" className="cv-button" disabled={busy || nothing || subject.trim() === ''}>
          {words.setLimit}
        </button>
      </div>
      <ProblemLine text={problem} />
      <div role="status">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </form>
  );
}
