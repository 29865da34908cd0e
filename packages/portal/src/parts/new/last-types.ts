const key = 'cuvette-last-types';
const most = 3;

/** Types that were submitted last in this browser, the newest first. */
export function lastTypes(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((each): each is string => typeof each === 'string').slice(0, most)
      : [];
  } catch {
    return [];
  }
}

/** Remembers that a type was submitted. */
export function rememberType(type: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([type, ...lastTypes().filter((each) => each !== type)].slice(0, most)));
  } catch {
    // A browser that keeps nothing has no last types.
  }
}
