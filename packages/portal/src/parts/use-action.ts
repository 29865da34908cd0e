import { useState } from 'react';
import { problemText } from './problem.tsx';

/** State of one action: busy while it runs, its problem when it failed, closed when it worked. */
export function useAction(onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (action: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      await action();
      onClose();
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run };
}
