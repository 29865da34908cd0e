/** Which colours the portal shows: those of the system, or a fixed choice. */
export type Theme = 'auto' | 'light' | 'dark';

const key = 'cuvette.theme';

/** The theme this browser chose before; `auto` when none or when storage is not allowed. */
export function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : 'auto';
  } catch {
    return 'auto';
  }
}

/** Shows a theme until the page is left: a frame takes that of the page around it, which is not the reader's choice. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme === 'auto' ? 'light dark' : theme;
}

/** Shows a theme now and remembers it in this browser. */
export function applyTheme(theme: Theme): void {
  showTheme(theme);
  try {
    if (theme === 'auto') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is left.
  }
}
