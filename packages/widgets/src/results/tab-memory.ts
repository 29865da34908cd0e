const keyOf = (type: string) => `cuvette.tab.${type}`;

/** The tab that was open last for this type, in this browser; null when none or when storage is not allowed. */
export function rememberedTab(type: string): string | null {
  try {
    return localStorage.getItem(keyOf(type));
  } catch {
    return null;
  }
}

/** Remembers the open tab of a type; without storage nothing is remembered. */
export function rememberTab(type: string, tab: string): void {
  try {
    localStorage.setItem(keyOf(type), tab);
  } catch {
    // A sandboxed frame may forbid storage; the tab is then remembered by the session only.
  }
}
