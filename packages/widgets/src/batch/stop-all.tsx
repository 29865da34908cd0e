import { type AccountClient, ApiError } from '@cuvette/core/client';
import { useState } from 'react';
import { batchWords as words } from './words.ts';

interface StopAllProps {
  client: AccountClient;
  /** Identifiers of the items that wait or run. */
  uuids: readonly string[];
  /** Hears that items were stopped. */
  onStopped: () => void;
}

/** Stops what of a batch has not ended, after a question: what an item has computed so far and not finished is lost. */
export function StopAll({ client, uuids, onStopped }: StopAllProps) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await client.stopWorkflows(uuids);
      setAsked(false);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.detail : String(error));
    }
    setBusy(false);
    onStopped();
  };
  if (uuids.length === 0) return null;
  return (
    <div className="cv-row">
      {asked ? (
        <>
          <span className="cv-quiet">{words.stopAllHint}</span>
          <button type="button" className="cv-button" data-kind="danger" disabled={busy} onClick={() => void stop()}>
            {busy ? words.stopping : words.stopNow}
          </button>
          <button type="button" className="cv-button" disabled={busy} onClick={() => setAsked(false)}>
            {words.keepRunning}
          </button>
        </>
      ) : (
        <button type="button" className="cv-button" onClick={() => setAsked(true)}>
          {words.stopAll(uuids.length)}
        </button>
      )}
      {problem ? (
        <p className="cv-problem" role="alert">
          {words.stopFailed(problem)}
        </p>
      ) : null}
    </div>
  );
}
