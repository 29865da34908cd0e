import { createSession, type Session } from './session.ts';

const registryKey = Symbol.for('cuvette.sessions.1');

interface Offer {
  ids: readonly string[];
  first: string | null;
}

interface Shared {
  session: Session;
  /** The structures that each user shows, and which of them first, in the order of their first word. */
  offers: Map<symbol, Offer>;
  users: number;
}

function registry(): Map<string, Shared> {
  const holder = globalThis as { [registryKey]?: Map<string, Shared> };
  holder[registryKey] ??= new Map();
  return holder[registryKey];
}

/**
 * The state that all elements with the same key share, also when they come from separately loaded bundles: a table and a viewer of one item
 * move together. Each user gets a session of its own over that state, so that elements of different items under one name do not take each other's
 * structures away: the structures of the state are those of all of them, and next and previous stay among the user's own.
 * Call `release` when the element is gone; the last one drops the state.
 */
export function sharedSession(key: string): { session: Session; release: () => void } {
  const sessions = registry();
  const entry = sessions.get(key) ?? { session: createSession(), offers: new Map(), users: 0 };
  entry.users += 1;
  sessions.set(key, entry);
  const { session, offers } = entry;
  const user = Symbol(key);
  let released = false;

  const tellAll = () => {
    const all = [...offers.values()];
    const first = all.find((offer) => offer.first !== null)?.first ?? null;
    session.setStructures([...new Set(all.flatMap(({ ids }) => ids))], first);
  };
  const step = (offset: number) => {
    const own = offers.get(user)?.ids ?? [];
    const { structure } = session.getState();
    const index = structure === null ? -1 : own.indexOf(structure);
    const target = own[Math.min(Math.max(index + offset, 0), own.length - 1)];
    if (target !== undefined) session.activate(target);
  };

  return {
    session: {
      ...session,
      setStructures(ids, first = null) {
        if (released) return;
        offers.set(user, { ids, first });
        tellAll();
      },
      next: () => step(1),
      previous: () => step(-1),
    },
    release() {
      if (released) return;
      released = true;
      entry.users -= 1;
      const mine = offers.delete(user);
      if (entry.users > 0) {
        if (mine) tellAll();
      } else if (sessions.get(key) === entry) {
        sessions.delete(key);
      }
    },
  };
}
