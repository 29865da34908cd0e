import { type ReactNode, useId } from 'react';
import type { Judgement } from './judge.ts';
import type { useSubmission } from './use-submission.ts';
import { submitWords as words } from './words.ts';

interface SubmitRowProps {
  sending: Pick<ReturnType<typeof useSubmission>, 'busy' | 'refused'>;
  judged: Pick<Judgement, 'reason' | 'unsaved'>;
  /** What is to be known before submitting. */
  above: ReactNode;
  /** How long it takes. */
  children: ReactNode;
  /** Null where drafts are not kept. */
  onSave: (() => void) | null;
  onClear: () => void;
}

/** Shows what can be done with a form, and what is in the way. */
export function SubmitRow({ sending: { busy, refused }, judged, above, children, onSave, onClear }: SubmitRowProps) {
  const id = useId();
  const { reason, unsaved } = judged;
  return (
    <div className="cv-row cv-submit-row">
      {above}
      <button
        type="submit"
        className="cv-button"
        data-kind="primary"
        disabled={reason !== null || busy !== null}
        aria-describedby={`${id}r`}
      >
        {busy === 'submit' ? words.submitting : words.submit}
      </button>
      {children}
      {onSave ? (
        <button
          type="button"
          className="cv-button"
          disabled={unsaved !== null || busy !== null}
          aria-describedby={unsaved === null ? undefined : `${id}u`}
          onClick={onSave}
        >
          {busy === 'save' ? words.saving : words.saveDraft}
        </button>
      ) : null}
      <button type="button" className="cv-button" data-kind="quiet" onClick={onClear}>
        {words.clear}
      </button>
      <p id={`${id}r`} className="cv-quiet" role="status">
        {reason ?? (refused ? words.refused : '')}
      </p>
      {onSave && unsaved !== null && unsaved !== reason ? (
        <p id={`${id}u`} className="cv-quiet">
          {unsaved}
        </p>
      ) : null}
    </div>
  );
}
