import type { ConnectedWorker, WorkerDuty } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../../../clients.ts';
import { words as portalWords } from '../../../words.ts';
import { ListTable } from '../../list-table.tsx';
import { Problem, ProblemLine } from '../../problem.tsx';
import { Time } from '../../time.tsx';
import { useAction } from '../../use-action.ts';
import { administration, queryClient } from '../calls.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { adminWords as words } from '../words.ts';

/** The workers: what each can do and does, how its attempts ended, and whether it takes items. */
export function Workers() {
  const list = useQuery({ ...ownerClient.workers(), refetchInterval: 10_000 }, queryClient);
  const duties = useQuery(administration.duties(), queryClient);
  const [draining, setDraining] = useState<ConnectedWorker | null>(null);
  const error = list.error ?? duties.error;
  const workers = list.data?.workers;
  return (
    <>
      {error ? <Problem error={error} retry={() => void list.refetch()} /> : null}
      {workers?.length === 0 ? <p className="cv-quiet">{words.noWorkers}</p> : null}
      {workers && workers.length > 0 && duties.data ? (
        <div className="admin-scroll">
          <ListTable
            caption={words.parts.workers}
            columns={[
              { title: words.worker },
              { title: words.load },
              { title: words.past, className: 'wide-only' },
              { title: words.actions, hidden: true },
            ]}
          >
            {workers.map((worker) => (
              <WorkerRow
                key={worker.uuid}
                worker={worker}
                duty={duties.data.workers.find(({ uuid }) => uuid === worker.uuid)}
                onDrain={() => setDraining(worker)}
              />
            ))}
          </ListTable>
        </div>
      ) : null}
      {draining ? (
        <ReasonDialog
          title={words.drainNamed(draining.name)}
          hint={words.drainHint}
          label={words.drain}
          optional
          action={(reason) => administration.drain(draining.uuid, true, reason)}
          onClose={() => setDraining(null)}
        />
      ) : null}
    </>
  );
}

interface WorkerRowProps {
  worker: ConnectedWorker;
  duty: WorkerDuty | undefined;
  onDrain: () => void;
}

function WorkerRow({ worker, duty, onDrain }: WorkerRowProps) {
  const { busy, problem, run } = useAction(() => {});
  const { uuid, name, host, connected, capabilities, methods, denied } = worker;
  const drained = duty?.drained ?? null;
  const versions = Object.entries({ ...(worker.python ? { Python: worker.python } : {}), ...worker.packages });
  return (
    <tr>
      <td className="name">
        {name} <span className="cv-quiet">{host}</span>{' '}
        <span className="cv-badge" data-tone={connected ? 'good' : 'neutral'}>
          {connected ? portalWords.workerStates.here : portalWords.workerStates.away}
        </span>{' '}
        {drained ? (
          <span className="cv-badge" data-tone="okay">
            {duty && duty.running.length > 0 ? words.draining : words.drained}
          </span>
        ) : null}
        <p className="cv-quiet">{portalWords.workerMachine(worker.cores, worker.memory_mb, worker.gpus)}</p>
        {drained?.reason ? <p className="cv-quiet">{drained.reason}</p> : null}
        {denied ? (
          <>
            <span className="cv-badge" data-tone="bad">
              {portalWords.workerDenied}
            </span>
            <p className="cv-quiet notice-error">{denied.text}</p>
          </>
        ) : null}
        <details>
          <summary>{portalWords.workerParts(capabilities.length, methods.length)}</summary>
          <p className="cv-quiet">{[...capabilities, ...methods].join(', ')}</p>
        </details>
        <details>
          <summary>{portalWords.workerVersions}</summary>
          <p className="cv-quiet">{versions.map(([title, version]) => `${title} ${version}`).join(', ')}</p>
        </details>
      </td>
      <td>
        <Load duty={duty} />
      </td>
      <td className="wide-only">
        <Past duty={duty} />
      </td>
      <td className="row-actions">
        {denied ? (
          <button
            type="button"
            className="cv-button"
            disabled={busy}
            aria-label={portalWords.workerAllowNamed(name, host)}
            onClick={() => void run(() => ownerClient.allowWorker(uuid))}
          >
            {portalWords.workerAllow}
          </button>
        ) : null}
        <button
          type="button"
          className="cv-button"
          disabled={busy}
          aria-label={drained ? words.resumeNamed(name) : words.drainNamed(name)}
          onClick={drained ? () => void run(() => administration.drain(uuid, false, '')) : onDrain}
        >
          {drained ? words.resume : words.drain}
        </button>
        <ProblemLine text={problem} />
      </td>
    </tr>
  );
}

/** What a worker computes now, and for whom. */
function Load({ duty }: { duty: WorkerDuty | undefined }) {
  if (!duty || duty.running.length === 0) return <span className="cv-quiet">{words.idle}</span>;
  return duty.running.map(({ uuid, name, person_name, since }) => (
    <p key={uuid}>
      {name} <span className="cv-quiet">{person_name}</span> <Time iso={since} />
    </p>
  ));
}

/** How attempts ended, with the newest errors. */
function Past({ duty }: { duty: WorkerDuty | undefined }) {
  const attempts = Object.entries(duty?.attempts ?? {});
  return (
    <>
      {attempts.length === 0 ? words.none : attempts.map(([word, count]) => words.ended(word, count)).join(', ')}
      {duty && duty.errors.length > 0 ? (
        <details>
          <summary>{words.errors}</summary>
          {duty.errors.map(({ at, message, workflow }) => (
            <p key={`${at}${message}`} className="admin-details">
              <Time iso={at} /> {message}{' '}
              {workflow ? (
                <Link to="/workflow/$uuid" params={{ uuid: workflow }} search={{}}>
                  {words.item}
                </Link>
              ) : null}
            </p>
          ))}
        </details>
      ) : null}
    </>
  );
}
