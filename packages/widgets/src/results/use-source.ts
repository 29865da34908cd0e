import { type Client, clientFor } from '@cuvette/core/client';
import { type Session, sharedSession } from '@cuvette/core/session';
import { useEffect, useMemo, useState } from 'react';

/** The attributes and properties by which every element is told what to show. */
export interface SourceProps {
  /** Identifier of the item. */
  workflow?: string | undefined;
  /** Address of a bundle (`*.cuvette.json`): then there is no server. */
  src?: string | undefined;
  /** Origin of the server; the one that served this script by default. */
  api?: string | undefined;
  /** Read by the public link, without signing in. */
  public?: boolean | undefined;
  /** A share link's own key. */
  link?: string | undefined;
  /** Elements of one page with the same name move together; the item's identifier by default. */
  session?: string | undefined;
  /** A client to read through, in place of what the attributes say. */
  client?: Client | undefined;
}

/** The client that these attributes name. Elements that name the same share one, also across separately loaded scripts. */
export function useClient({ src, api, public: shared = false, link, client }: SourceProps): Client {
  return useMemo(() => {
    if (client) return client;
    const origin = originOf(api);
    if (src === undefined) return clientFor({ origin, source: shared ? 'shared' : 'owner', link: link ?? null });
    const address = new URL(src, document.baseURI).href;
    return clientFor({ key: address, bundle: () => readBundle(address) });
  }, [client, src, api, shared, link]);
}

/** The session that elements with the same name share; null until it is there. */
export function useSharedSession(name: string): Session | null {
  const [held, setHeld] = useState<{ name: string; session: Session } | null>(null);
  useEffect(() => {
    const { session, release } = sharedSession(name);
    setHeld({ name, session });
    return release;
  }, [name]);
  return held?.name === name ? held.session : null;
}

/** Origin of the server without a slash at the end. */
function originOf(api: string | undefined): string {
  if (api !== undefined) return new URL(api, document.baseURI).origin;
  return new URL(import.meta.url).origin;
}

async function readBundle(address: string): Promise<unknown> {
  const response = await fetch(address, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}
