import { type Session, saveSession } from '@cuvette/core/session';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useElementHome, useEmit } from '../context.tsx';
import { keepLive } from '../live-values.ts';

/** How long nothing changes before the event with the state is sent, in milliseconds: while a film plays none is sent. */
const restAfter = 300;

const readers = async () => (await import('@cuvette/core/session/read')).readSession;

/** Shows what a saved text says; a text that says nothing changes nothing. */
async function restore(session: Session, text: string): Promise<void> {
  const saved = (await readers())(text);
  if (saved) session.restore(saved);
}

/**
 * The element's property `state`: what its session shows as a short text (`saveSession`). The attribute gives it to begin with. `cuvette-state` tells when
 * it has changed.
 * @returns the session once what was given is shown, so that nothing else is drawn before; null until then
 */
export function useSavedState(session: Session | null, given: string | undefined): Session | null {
  const home = useElementHome();
  const emit = useEmit();
  const written = useRef<string | null>(null);
  const [restored, setRestored] = useState<Session | null>(null);
  useEffect(() => {
    if (!session) return;
    let gone = false;
    const done = () => {
      if (!gone) setRestored(session);
    };
    // What was written comes as the attribute as well, a moment later: it is shown once.
    if (!given || written.current === given) {
      written.current = null;
      return done();
    }
    // Without the code that reads it (an unreachable server) the element is shown as it begins.
    void restore(session, given).then(done, done);
    return () => {
      gone = true;
    };
  }, [session, given]);

  useEffect(() => {
    if (!session || !home) return;
    return keepLive(home.host, 'state', {
      read: () => saveSession(session.getState()),
      write: (value) => {
        if (typeof value !== 'string' || value === '') return;
        if (value !== given) written.current = value;
        void restore(session, value);
      },
    });
  }, [session, home, given]);

  const tell = useEffectEvent((state: string) => emit('cuvette-state', { state }));
  useEffect(() => {
    if (!session) return;
    let reported = saveSession(session.getState());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = session.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const state = saveSession(session.getState());
        if (state === reported) return;
        reported = state;
        tell(state);
      }, restAfter);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session]);

  // The first state is awaited; a later one is applied to the picture that is there.
  return given && restored !== session ? null : session;
}
