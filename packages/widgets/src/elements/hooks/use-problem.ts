import { useEffect, useEffectEvent, useRef } from 'react';
import { useEmit } from '../context.tsx';

/**
 * Reports what an element cannot show: once, also where it is asked for again and again and the answer stays the same.
 * @param message as text, or null where there is nothing to report
 * @param about the subject of the problem; for another subject the same words are announced again
 */
export function useProblem(message: string | null, error?: unknown, about?: unknown): void {
  const emit = useEmit();
  const reported = useRef<{ message: string; about: unknown } | null>(null);
  const tell = useEffectEvent((text: string) =>
    emit('cuvette-error', error ? { message: text, error } : { message: text }),
  );
  useEffect(() => {
    if (message === null || (reported.current?.message === message && reported.current.about === about)) return;
    reported.current = { message, about };
    tell(message);
  }, [message, about]);
}
