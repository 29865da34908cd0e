import type { QueueEntry, QueuePage } from '@cuvette/core/entities';
import { entryOfType } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListTable } from '../../list-table.tsx';
import { Pager } from '../../pager.tsx';
import { Problem, ProblemLine } from '../../problem.tsx';
import { Time } from '../../time.tsx';
import { useAction } from '../../use-action.ts';
import { administration, queryClient } from '../calls.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { adminWords as words } from '../words.ts';

/** What waits on the server: who waits and why, priorities and holds with their reasons. */
export function Queue() {
  const [page, setPage] = useState(1);
  const queue = useQuery(administration.queue(page), queryClient);
  const [asked, setAsked] = useState<{ entry: QueueEntry; what: 'priority' | 'hold' } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      {queue.error ? <Problem error={queue.error} retry={() => void queue.refetch()} /> : null}
      {queue.data ? <PeopleOfQueue people={queue.data.people} /> : null}
      {queue.data?.total === 0 ? <p className="cv-quiet">{words.queueEmpty}</p> : null}
      {queue.data && queue.data.total > 0 ? (
        <section className="admin-section" aria-label={words.parts.queue}>
          <div className="admin-scroll">
            <ListTable
              caption={words.parts.queue}
              columns={[
                { title: words.place, className: 'number' },
                { title: words.item },
                { title: words.why },
                { title: words.since, className: 'wide-only' },
                { title: words.actions, hidden: true },
              ]}
            >
              {queue.data.entries.map((entry) => (
                <EntryRow key={entry.uuid} entry={entry} onAsk={(what) => setAsked({ entry, what })} />
              ))}
            </ListTable>
          </div>
          <Pager page={page} pages={queue.data.num_pages} onPage={setPage} />
        </section>
      ) : null}
      {asked?.what === 'hold' ? (
        <ReasonDialog
          title={words.holdNamed(asked.entry.name)}
          hint={words.holdHint}
          label={words.hold}
          action={(reason) => administration.hold(asked.entry.uuid, true, reason)}
          onClose={close}
        />
      ) : null}
      {asked?.what === 'priority' ? (
        <ReasonDialog
          title={words.changePriorityNamed(asked.entry.name)}
          hint={words.priorityHint}
          label={words.save}
          number={{ label: words.priority, value: asked.entry.priority, minimum: -10, maximum: 10 }}
          action={(reason, priority) => administration.setPriority(asked.entry.uuid, priority, reason)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** How much each person has running and waiting. */
function PeopleOfQueue({ people }: Pick<QueuePage, 'people'>) {
  if (people.length === 0) return null;
  return (
    <section className="admin-section" aria-labelledby="queue-people">
      <h2 id="queue-people">{words.waitingPeople}</h2>
      <ListTable
        caption={words.waitingPeople}
        columns={[
          { title: words.person },
          { title: words.running, className: 'number' },
          { title: words.waiting, className: 'number' },
        ]}
      >
        {people.map(({ person, person_name, running, waiting }) => (
          <tr key={person}>
            <td className="name">{person_name ?? words.nobody}</td>
            <td className="number">{running}</td>
            <td className="number">{waiting}</td>
          </tr>
        ))}
      </ListTable>
    </section>
  );
}

function EntryRow({ entry, onAsk }: { entry: QueueEntry; onAsk: (what: 'priority' | 'hold') => void }) {
  const { busy, problem, run } = useAction(() => {});
  const { uuid, name, object_type, person_name, project_name, priority, priority_reason, hold_reason } = entry;
  return (
    <tr>
      <td className="number">{entry.position ?? '–'}</td>
      <td className="name">
        {name}
        <p className="cv-quiet">{entryOfType(object_type)?.title ?? object_type}</p>
        <p className="cv-quiet">
          {person_name ?? words.nobody}
          {project_name ? `, ${project_name}` : ''}
        </p>
      </td>
      <td className="admin-details">
        {hold_reason ? (
          <span className="cv-badge" data-tone="okay">
            {words.held}
          </span>
        ) : null}{' '}
        {priority === 0 ? null : <span className="cv-badge">{words.priorityOf(priority)}</span>} {entry.reason}
        {priority_reason ? <p className="cv-quiet">{priority_reason}</p> : null}
        <ProblemLine text={problem} />
      </td>
      <td className="wide-only">
        <Time iso={entry.queued_at} />
      </td>
      <td className="row-actions">
        <button
          type="button"
          className="cv-button"
          aria-label={words.changePriorityNamed(name)}
          onClick={() => onAsk('priority')}
        >
          {words.changePriority}
        </button>
        <button
          type="button"
          className="cv-button"
          disabled={busy}
          aria-label={hold_reason ? words.releaseNamed(name) : words.holdNamed(name)}
          onClick={hold_reason ? () => void run(() => administration.hold(uuid, false, '')) : () => onAsk('hold')}
        >
          {hold_reason ? words.release : words.hold}
        </button>
      </td>
    </tr>
  );
}
