import { type Client, clientFor } from '@cuvette/core/client';
import { type Session, sharedSession } from '@cuvette/core/session';
import { ContextEvent } from '@lit/context';
import { useEffect, useMemo, useState } from 'react';
import { type ClientSettings, clientContext, settingsOf } from '../elements/client-settings.ts';
import { useElementHome } from '../elements/context.tsx';

/** The attributes and properties by which every element is told what to show. */
export interface SourceProps {
  /** Identifier of the item. */
  workflow?: string | undefined;
  /** Address of a bundle (`*.cuvette.json`): then there is no server. */
  src?: string | undefined;
  /** Origin of the server; that of a `<cuvette-client>` around, else the one that served this script, by default. */
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

/** The client that these attributes, or a `<cuvette-client>` around, name. Elements that name the same share one, also across separately loaded scripts. */
export function useClient({ src, api, public: shared, link, client }: SourceProps): Client {
  const around = useSettingsAround();
  return useMemo(() => {
    const settings = settingsOf({ src, api, public: shared, link, client }, around, document.baseURI);
    if (settings.client) return settings.client;
    const address = settings.src;
    if (address !== null) return clientFor({ key: address, bundle: () => readBundle(address) });
    return clientFor({ origin: settings.origin, source: settings.source, link: settings.link });
  }, [client, src, api, shared, link, around]);
}

/** What a `<cuvette-client>` around this element says, followed; null without one. */
function useSettingsAround(): ClientSettings | null {
  const host = useElementHome()?.host ?? null;
  const [settings, setSettings] = useState<ClientSettings | null>(() => (host ? ask(host) : null));
  useEffect(() => {
    if (!host) return;
    let stop: (() => void) | undefined;
    host.dispatchEvent(
      new ContextEvent(
        clientContext,
        host,
        (value, unsubscribe) => {
          stop = unsubscribe;
          setSettings(value);
        },
        true,
      ),
    );
    return () => stop?.();
  }, [host]);
  return settings;
}

/** Asks once, so that the first drawing already reads from the right place. */
function ask(host: HTMLElement): ClientSettings | null {
  let answer: ClientSettings | null = null;
  host.dispatchEvent(
    new ContextEvent(
      clientContext,
      host,
      (value) => {
        answer = value;
      },
      false,
    ),
  );
  return answer;
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

async function readBundle(address: string): Promise<unknown> {
  const response = await fetch(address, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}
