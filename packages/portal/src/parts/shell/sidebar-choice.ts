const key = 'cuvette-sidebar';

/** Whether the side bar is folded away in this browser. */
export function storedCollapsed(): boolean {
  try {
    return localStorage.getItem(key) === 'hidden';
  } catch {
    return false;
  }
}

/** Keeps whether it is. */
export function storeCollapsed(collapsed: boolean): void {
  try {
    localStorage.setItem(key, collapsed ? 'hidden' : 'shown');
  } catch {
    // A browser that keeps nothing shows it again on the next visit.
  }
}
