import type { Session, SessionState } from '@cuvette/core/session';
import { useSyncExternalStore } from 'react';

/** The state of a session, followed. */
export function useSessionState(session: Session): SessionState {
  return useSyncExternalStore(session.subscribe, session.getState, session.getState);
}
