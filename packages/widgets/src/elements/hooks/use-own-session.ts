import { createSession, type Session, type SessionState } from '@cuvette/core/session';
import { useEffect, useState } from 'react';
import { useSessionState } from '../../results/hooks/use-session.ts';
import { useReducedMotion } from '../../ui/use-near.ts';
import { useSavedState } from './use-saved-state.ts';
import { useSharedSession } from './use-shared-session.ts';

/**
 * The session of a view that shows no item: that of its name where it has one, else its own. `session` is null while that of the name is being
 * found, and until what the attribute `state` says has been read.
 */
export function useOwnSession({
  session: name,
  state: saved,
  spin,
}: {
  session?: string | undefined;
  state?: string | undefined;
  spin?: boolean | undefined;
}): {
  session: Session | null;
  state: SessionState;
} {
  const [own] = useState(createSession);
  const linked = useSharedSession(name ?? null);
  const session = useSavedState(name === undefined ? own : linked, saved);
  const state = useSessionState(session ?? own);
  useSpin(session, spin);
  return { session, state };
}

/** Turns what a session shows where the attribute `spin` says so, except where little motion is wished for. */
export function useSpin(session: Session | null, spin: boolean | undefined): void {
  const reduced = useReducedMotion();
  const turns = spin === true && !reduced;
  useEffect(() => {
    if (turns) session?.setViewer({ spinning: true });
  }, [session, turns]);
}
