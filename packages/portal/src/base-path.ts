import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';

/** The page; null where there is none, as in tests of what needs no page. */
const page = typeof document === 'undefined' ? null : document;

/**
 * The path that the server is under (`/cuvette`, without a slash at the end), as it writes into its page; empty at the root of a host. Addresses inside of the
 * app are without it, also `next` of the sign-in; it is put before them where an address leaves the app.
 */
export const basePath = page?.querySelector<HTMLMetaElement>('meta[name="cuvette-api"]')?.content ?? '';

/** Where the server is: what the addresses of its API, its pages and its files begin with. */
export const serverAddress = `${page?.location.origin ?? ''}${basePath}`;

/** A path of the window or of a link as the app knows it; null for one that is not below the server's path. */
export function appPath(pathname: string): string | null {
  if (basePath === '') return pathname;
  if (pathname === basePath) return '/';
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : null;
}

/** The browser's history with the server's path before each address. */
export function historyUnderPath(): RouterHistory {
  return createBrowserHistory({
    createHref: (path) => `${basePath}${path}`,
    parseLocation: () => {
      const { pathname, search, hash } = window.location;
      const path = appPath(pathname) ?? pathname;
      return { href: `${path}${search}${hash}`, pathname: path, search, hash, state: window.history.state };
    },
  });
}
