import { ApiError } from '@cuvette/core/client';
import { Link } from '@tanstack/react-router';
import { appPath } from '../base-path.ts';
import { words } from '../words.ts';

/** The sentence to show for any error. */
export function problemText(error: unknown): string {
  if (error instanceof ApiError) return error.detail;
  // Browsers report so that a request, or the load of a part of the page, got no answer; other errors of this kind are faults of ours.
  if (error instanceof TypeError && /fetch|load|import/i.test(error.message)) return words.noConnection;
  return error instanceof Error ? error.message : String(error);
}

/** True where the server answered with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** Shows what went wrong with a read, why, and the next step. */
export function Problem({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const signedOut = hasStatus(error, 401);
  return (
    <div className="notice" role="alert">
      <p>
        <strong>{signedOut ? words.signedOutTitle : words.readFailed}</strong>
      </p>
      <p>{signedOut ? words.signedOut : problemText(error)}</p>
      {signedOut ? (
        <Link
          className="cv-button"
          to="/sign-in"
          search={{ next: (appPath(window.location.pathname) ?? '/') + window.location.search }}
        >
          {words.signIn}
        </Link>
      ) : retry ? (
        <button type="button" className="cv-button" onClick={retry}>
          {words.tryAgain}
        </button>
      ) : null}
    </div>
  );
}

/** Shows what an action met, read out at once; nothing where it met nothing. */
export function ProblemLine({ text }: { text: string | null | undefined }) {
  return text ? (
    <p className="problem" role="alert">
      {text}
    </p>
  ) : null;
}
