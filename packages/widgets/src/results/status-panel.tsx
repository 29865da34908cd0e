import { reasonOfFailure, status, type WorkflowItem } from '@cuvette/core/entities';
import { useWords } from '../elements/context.tsx';
import { ProgressLine } from '../ui/progress.tsx';
import { Callout } from '../ui/states.tsx';
import type { Words } from '../words.ts';

/** State of an item that is not completed, the reason, and what can be done; nothing for a completed one without errors. */
export function StatusPanel({ item }: { item: WorkflowItem }) {
  const words = useWords();
  const content = stateOf(item, words);
  if (!content) return null;
  return <div className="cv-result-state">{content}</div>;
}

function stateOf(item: WorkflowItem, words: Words) {
  const { result } = words;
  switch (item.object_status) {
    case status.queued:
    case status.awaitingQueue: {
      const { waiting } = item;
      const parts = [waiting?.reason ?? result.waiting];
      if (typeof waiting?.position === 'number') parts.push(result.waitingPlace(waiting.position));
      return (
        <Callout title={result.waitingTitle}>
          <p>{parts.join(' ')}</p>
        </Callout>
      );
    }
    case status.running:
      return (
        <ProgressLine
          stage={item.stopping ? result.stopping : item.progress ? stageOf(item.progress) : result.running}
          percent={item.progress?.percent ?? null}
          startedAt={item.started_at}
        />
      );
    case status.failed: {
      const next = item.error ? words.nextStep[item.error.error_class] : null;
      return (
        <Callout tone="bad" title={result.failedTitle}>
          <p className="cv-text">{reasonOfFailure(item) ?? result.failed}</p>
          {next ? <p>{next}</p> : null}
          {item.error?.detail ? (
            <details>
              <summary>{words.errors.details}</summary>
              <pre className="cv-log" tabIndex={0}>
                {item.error.detail}
              </pre>
            </details>
          ) : null}
        </Callout>
      );
    }
    case status.stopped:
      return <Callout title={result.stoppedTitle}>{result.stopped}</Callout>;
    case status.draft:
      return <Callout title={result.draftTitle}>{result.draft}</Callout>;
    default:
      return null;
  }
}

/** The stage with how far it is, once: many stages say it themselves ("Ranking conformer 25 of 100"). */
function stageOf(progress: NonNullable<WorkflowItem['progress']>): string {
  const { stage, done, total } = progress;
  if (typeof done !== 'number' || typeof total !== 'number' || total <= 0) return stage;
  const counted = [String(total), total.toLocaleString('en')].some((text) => stage.includes(` of ${text}`));
  return counted ? stage : `${stage} (${done} / ${total})`;
}
