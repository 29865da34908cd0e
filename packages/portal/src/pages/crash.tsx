import type { ErrorComponentProps } from '@tanstack/react-router';
import { problemText } from '../parts/problem.tsx';
import { words } from '../words.ts';

/** The last line of defence: a page that broke says so and offers a way on. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  return (
    <main className="single">
      <div className="page">
        <h1>{words.crashTitle}</h1>
        <p>{words.crash}</p>
        <pre className="mono crash">{problemText(error)}</pre>
        <p>
          <button type="button" className="cv-button" onClick={reset}>
            {words.tryAgain}
          </button>
        </p>
      </div>
    </main>
  );
}
