import type { ConnectedWorker } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ListTable } from '../list-table.tsx';
import { Problem } from '../problem.tsx';
import { Time } from '../time.tsx';
import { useAction } from '../use-action.ts';

/** The workers of the server: what each can compute, and whether it shuts its jobs in. */
export function Workers() {
  const list = useQuery(ownerClient.workers(), ownerClient.queryClient);
  const workers = list.data?.workers;
  return (
    <section aria-labelledby="workers">
      <h2 id="workers">{words.workers}</h2>
      <p className="cv-quiet lead">{words.workersHint}</p>
      {list.error ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {workers?.length === 0 ? <p className="cv-quiet">{words.noWorkers}</p> : null}
      {workers && workers.length > 0 ? (
        <ListTable
          caption={words.workers}
          columns={[
            { title: words.worker },
            { title: words.workerComputes, className: 'wide-only' },
            { title: words.workerJobs },
          ]}
        >
          {workers.map((worker) => (
            <WorkerRow key={worker.uuid} worker={worker} />
          ))}
        </ListTable>
      ) : null}
    </section>
  );
}

function WorkerRow({ worker }: { worker: ConnectedWorker }) {
  const { connected, capabilities, methods, packages } = worker;
  const versions = Object.entries({ ...(worker.python ? { Python: worker.python } : {}), ...packages });
  return (
    <tr>
      <td className="name">
        {worker.name} <span className="cv-quiet">{worker.host}</span>{' '}
        <span className="cv-badge" data-tone={connected ? 'good' : 'neutral'}>
          {connected ? words.workerStates.here : words.workerStates.away}
        </span>
        <p className="cv-quiet">
          {connected ? words.workerSince : words.workerSeen}{' '}
          <Time iso={connected ? worker.registered_at : worker.last_seen_at} />
        </p>
      </td>
      <td className="wide-only">
        {words.workerMachine(worker.cores, worker.memory_mb, worker.gpus)}
        <details>
          <summary>{words.workerParts(capabilities.length, methods.length)}</summary>
          <p className="cv-quiet">{[...capabilities, ...methods].join(', ')}</p>
        </details>
        <details>
          <summary>{words.workerVersions}</summary>
          <p className="cv-quiet">{versions.map(([name, version]) => `${name} ${version}`).join(', ')}</p>
        </details>
      </td>
      <td>
        <Sandbox sandbox={worker.sandbox} />
        {worker.denied ? <Denied worker={worker} text={worker.denied.text} /> : null}
      </td>
    </tr>
  );
}

/** Why a worker gets no more items, and the button with which an administrator allows it again. */
function Denied({ worker: { uuid, name, host }, text }: { worker: ConnectedWorker; text: string }) {
  const { busy, problem, run } = useAction(() => {});
  return (
    <>
      <span className="cv-badge" data-tone="bad">
        {words.workerDenied}
      </span>
      <p className="cv-quiet notice-error">{text}</p>
      <button
        type="button"
        className="cv-button"
        aria-label={words.workerAllowNamed(name, host)}
        disabled={busy}
        onClick={() => void run(() => ownerClient.allowWorker(uuid))}
      >
        {words.workerAllow}
      </button>
      {problem === null ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

function Sandbox({ sandbox }: Pick<ConnectedWorker, 'sandbox'>) {
  const tone = sandbox === null ? 'neutral' : sandbox.shut_in ? 'good' : 'bad';
  const title = sandbox === null ? words.sandboxUnknown : sandbox.shut_in ? words.shutIn : words.notShutIn;
  return (
    <>
      <span className="cv-badge" data-tone={tone}>
        {title}
      </span>
      <p className="cv-quiet notice-error">{sandbox?.text ?? words.sandboxUnknownHint}</p>
    </>
  );
}
