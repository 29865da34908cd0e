import type { Client } from '@cuvette/core/client';
import { createContext } from '@lit/context';

/** Where elements read from: their own attributes, a `<cuvette-client>` around them, or the script's address decide. */
export interface ClientSettings {
  /** Address of the server, without a slash at the end: its origin, and the path that it may be under. */
  origin: string;
  /** `shared` reads what is public, without signing in. */
  source: 'owner' | 'shared';
  /** A share link's own key. */
  link: string | null;
  /** Address of a bundle file; then no server is asked. */
  src: string | null;
  /** A client that a page made itself. */
  client: Client | null;
  /** An element that holds a bundle in a script of its own (`inline-bundle.ts`). */
  holder: Element | null;
}

/** The same key in every bundle of a page, so that elements of separately loaded bundles find each other. */
export const clientContext = createContext<ClientSettings>(Symbol.for('cuvette.client-settings.1'));

/**
 * The server that elements read from when nobody says otherwise: `<meta name="cuvette-api">`, else the one that served this
 * script (a widget in a wiki asks its own server, not the wiki's), else the page's.
 * @param script address of the module, `import.meta.url`
 */
export function defaultOrigin(script: string, page: Document = document): string {
  const named = page.querySelector<HTMLMetaElement>('meta[name="cuvette-api"]')?.content;
  if (named) return serverAt(named, page.baseURI);
  // A server serves the elements below `/embed/VERSION/`; any other address is that of somebody's own build.
  const [, server] = /^(https?:.+?)\/embed\/[^/]+\//.exec(script) ?? [];
  const served = server ?? new URL(script, page.baseURI).origin;
  return served.startsWith('http') ? served : (page.defaultView?.location.origin ?? '');
}

/**
 * A server's address without a slash at the end, relative ones resolved against the page; text that is no address gives the page's own origin. The base path of
 * the API (`/api`) may be part of it.
 */
function serverAt(address: string, base: string): string {
  try {
    const { origin, pathname } = new URL(address, base);
    return `${origin}${pathname.replace(/(?:\/api)?\/?$/, '')}`;
  } catch {
    return new URL(base).origin;
  }
}

/** What an element's attributes say; absent ones are undefined. */
export interface ClientAttributes {
  /** Address of the server, with the path that it may be under. By default what `<meta name="cuvette-api">` says, else the server that served the script. */
  api?: string | undefined;
  /** Read what is shared with everybody, without signing in. */
  public?: boolean | undefined;
  /** Key of a share link. */
  link?: string | undefined;
  /** Address of a bundle (`*.cuvette.json`); then no server is asked. */
  src?: string | undefined;
  /** A client made by the page, by identity; it wins over the attributes. */
  client?: Client | undefined;
  /** The element itself, where it holds a bundle. */
  holder?: Element | undefined;
}

/** An element's own words over those around it. A bundle or client of its own replaces the surroundings entirely. */
export function settingsOf(own: ClientAttributes, around: ClientSettings | null, baseURI: string): ClientSettings {
  const fallback: ClientSettings = around ?? {
    origin: defaultOrigin(import.meta.url),
    source: 'owner',
    link: null,
    src: null,
    client: null,
    holder: null,
  };
  if (own.client) return { ...fallback, client: own.client, holder: null };
  if (own.src) return { ...fallback, src: addressOf(own.src, baseURI), client: null, holder: null };
  if (own.holder) return { ...fallback, src: null, client: null, holder: own.holder };
  const changed = own.api !== undefined || own.public === true || own.link !== undefined;
  if (!changed) return fallback;
  return {
    origin: own.api === undefined ? fallback.origin : serverAt(own.api, baseURI),
    source:
      own.public === true || own.link !== undefined ? 'shared' : own.api === undefined ? fallback.source : 'owner',
    link: own.link ?? (own.api === undefined ? fallback.link : null),
    src: null,
    client: null,
    holder: null,
  };
}

/** A relative address against the page; what is no address at all stays as it is, so that reading it can say so. */
function addressOf(src: string, baseURI: string): string {
  try {
    return new URL(src, baseURI).href;
  } catch {
    return src;
  }
}
