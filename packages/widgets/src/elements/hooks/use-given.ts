import { useEffect, useMemo } from 'react';
import { useEmit } from '../context.tsx';
import type { Kind } from '../given-kinds.ts';

/** A property that a page set: `undefined` where it is not what the element takes, which a `cuvette-error` then says. What fits keeps its identity. */
export function useGiven<T>(name: string, value: T, kind: Kind): T | undefined {
  const emit = useEmit();
  const wrong = useMemo(() => value !== undefined && value !== null && !kind.fits(value), [value, kind]);
  const { what } = kind;
  useEffect(() => {
    if (wrong) emit('cuvette-error', { message: `The property ${name} is not ${what}.` });
  }, [wrong, name, what, emit]);
  return wrong ? undefined : value;
}
