import { type Session, sharedSession } from '@cuvette/core/session';
import { useEffect, useState } from 'react';

/** A session shared by name, held for as long as the view is mounted. */
export function useSharedSession(key: string | null): Session | null {
  const [held, setHeld] = useState<{ key: string; session: Session } | null>(null);
  useEffect(() => {
    if (key === null) return;
    const { session, release } = sharedSession(key);
    setHeld({ key, session });
    return release;
  }, [key]);
  return held && held.key === key ? held.session : null;
}
