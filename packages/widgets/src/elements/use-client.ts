import { type Client, clientFor } from '@cuvette/core/client';
import { ContextEvent } from '@lit/context';
import { useEffect, useMemo, useState } from 'react';
import { type ClientAttributes, type ClientSettings, clientContext, settingsOf } from './client-settings.ts';
import { useElementHome } from './context.tsx';

/** The client for settings: one per origin, source and principal on the whole page, so that ten elements make one request. */
export function clientOf(settings: ClientSettings): Client {
  const { client, origin, source, link, src } = settings;
  if (client) return client;
  if (src) return clientFor({ bundle: () => fetchBundle(src), key: src });
  return clientFor({ origin, source, link });
}

async function fetchBundle(src: string): Promise<unknown> {
  const response = await fetch(src, { credentials: 'same-origin' }).catch(() => null);
  if (!response)
    throw new Error(`The file ${src} cannot be reached, or its server does not allow this page to read it (CORS).`);
  if (!response.ok) throw new Error(`The file ${src} was not delivered (status ${response.status}).`);
  return await response.json().catch(() => {
    throw new Error(`The file ${src} is not a Cuvette bundle: it is not JSON.`);
  });
}

/** The client that an element reads through: its own attributes and property first, then a `<cuvette-client>` around it, then the script's origin. */
export function useElementClient(own: ClientAttributes): Client {
  const home = useElementHome();
  const host = home?.host ?? null;
  const [around, setAround] = useState<ClientSettings | null>(() => ask(host));
  useEffect(() => {
    if (!host) return;
    let stop: (() => void) | undefined;
    host.dispatchEvent(
      new ContextEvent(
        clientContext,
        host,
        (settings, unsubscribe) => {
          stop = unsubscribe;
          setAround(settings);
        },
        true,
      ),
    );
    return () => stop?.();
  }, [host]);
  const { api, link, src, client } = own;
  const shared = own.public;
  return useMemo(
    () => clientOf(settingsOf({ api, link, src, client, public: shared }, around, document.baseURI)),
    [api, link, src, client, shared, around],
  );
}

/** Asks once, at once, so that the first request already goes to the right server. */
function ask(host: HTMLElement | null): ClientSettings | null {
  let answer: ClientSettings | null = null;
  host?.dispatchEvent(
    new ContextEvent(
      clientContext,
      host,
      (settings) => {
        answer = settings;
      },
      false,
    ),
  );
  return answer;
}
