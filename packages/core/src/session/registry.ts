import { createSession, type Session } from './session.ts';

const registryKey = Symbol.for('cuvette.sessions.1');

function registry(): Map<string, { session: Session; users: number }> {
  const holder = globalThis as { [registryKey]?: Map<string, { session: Session; users: number }> };
  holder[registryKey] ??= new Map();
  return holder[registryKey];
}

/**
 * The session that all elements with the same key share, also when they come from separately loaded bundles: a table and a viewer of one item
 * move together. Call `release` when the element is gone; the last one drops the session.
 */
export function sharedSession(key: string): { session: Session; release: () => void } {
  const sessions = registry();
  const entry = sessions.get(key) ?? { session: createSession(), users: 0 };
  entry.users += 1;
  sessions.set(key, entry);
  let released = false;
  return {
    session: entry.session,
    release() {
      if (released) return;
      released = true;
      entry.users -= 1;
      if (entry.users === 0 && sessions.get(key) === entry) sessions.delete(key);
    },
  };
}
