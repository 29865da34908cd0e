import { useSyncExternalStore } from 'react';

/** A choice of how results are shown, which all results of this browser share. */
export interface RememberedChoice {
  set: (value: string) => void;
  /** The stored text; null where nobody chose. */
  use: () => string | null;
}

/** Keeps a choice under a key of the browser's storage; where storage is not allowed, for this page. */
export function rememberedChoice(key: string): RememberedChoice {
  const listeners = new Set<() => void>();
  let own: string | null = null;
  const stored = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return own;
    }
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', listener);
    };
  };
  return {
    set(value) {
      own = value;
      try {
        localStorage.setItem(key, value);
      } catch {
        // A sandboxed frame may forbid storage; the choice then holds for this page.
      }
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, stored),
  };
}
