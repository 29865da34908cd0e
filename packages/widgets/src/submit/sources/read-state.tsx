import { ApiError } from '@cuvette/core/client';
import { sourceWords as words } from './words.ts';

/** Shows what is in the place of a list that is on its way, could not be read, or is empty; nothing where it is there. */
export function ReadState({
  read,
  empty,
}: {
  read: { isPending: boolean; error: unknown; refetch: () => unknown };
  empty: string | null;
}) {
  if (read.error) {
    return (
      <div className="cv-problem" role="alert">
        <p>{read.error instanceof ApiError ? read.error.detail : words.listFailed}</p>
        <button type="button" className="cv-button" onClick={() => void read.refetch()}>
          {words.tryAgain}
        </button>
      </div>
    );
  }
  if (read.isPending) return <p className="cv-quiet">{words.loading}</p>;
  return empty === null ? null : <p className="cv-quiet">{empty}</p>;
}
