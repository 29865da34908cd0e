import type { Protein } from '@cuvette/core/entities';
import { ProgressLine } from '@cuvette/widgets/ui';
import { ownerClient } from '../../clients.ts';
import { ProblemLine } from '../problem.tsx';
import { useAction } from '../use-action.ts';
import { proteinWords } from './words.ts';

/** State of a protein's preparation: its progress with a way to stop it, why it failed, or that there was none. */
export function PreparationStatus({
  uuid,
  preparation,
  readOnly,
}: {
  uuid: string;
  preparation: NonNullable<Protein['preparation']> | null;
  readOnly: boolean;
}) {
  const { busy, problem, run } = useAction(() => undefined);
  if (!preparation) return <p className="cv-quiet">{proteinWords.notPrepared}</p>;
  const { state, stage, percent, message, started_at } = preparation;
  if (state === 'failed' || state === 'stopped') {
    return (
      <div className="notice" data-tone={state === 'stopped' ? 'neutral' : undefined} role="status">
        <p>
          <strong>{proteinWords.states[state]}</strong>
        </p>
        <p>{message}</p>
      </div>
    );
  }
  if (state === 'done') return null;
  return (
    <div className="protein-progress">
      <ProgressLine stage={stage ?? proteinWords.states.inProgress} percent={percent} startedAt={started_at} />
      <ProblemLine text={problem} />
      {readOnly ? null : (
        <button
          type="button"
          className="cv-button"
          data-kind="danger"
          disabled={busy}
          onClick={() => void run(() => ownerClient.stopPreparation(uuid))}
        >
          {proteinWords.stop}
        </button>
      )}
    </div>
  );
}
