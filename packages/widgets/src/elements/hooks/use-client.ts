import type { Client } from '@cuvette/core/client';
import { ContextEvent } from '@lit/context';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { clientOf } from '../bundle-reader.ts';
import { type ClientAttributes, type ClientSettings, clientContext, settingsOf } from '../client-settings.ts';
import { useElementHome } from '../context.tsx';
import * as kinds from '../given-kinds.ts';
import { type InlineBundle, inlineBundleOf, watchInlineBundle } from '../inline-bundle.ts';
import { useGiven } from './use-given.ts';

const nothing: InlineBundle = { state: 'none' };

/**
 * The client that an element reads through: its own attributes, property and script of data first, then a `<cuvette-client>` around it, then the
 * script's origin. Null while the page still delivers the bundle that the element holds.
 */
export function useElementClient(own: ClientAttributes): Client | null {
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
  const inline = useInlineBundle(host);
  const { api, link, src } = own;
  const client = useGiven('client', own.client, kinds.client);
  const shared = own.public;
  const reader = useMemo(() => {
    // What the element holds counts with its text: another one is another client.
    const holder = host && inline.state !== 'none' ? host : undefined;
    return clientOf(settingsOf({ api, link, src, client, holder, public: shared }, around, document.baseURI));
  }, [api, link, src, client, shared, around, host, inline]);
  const onClient = home?.onClient;
  useLayoutEffect(() => {
    if (reader) onClient?.(reader);
  }, [reader, onClient]);
  return reader;
}

function useInlineBundle(host: HTMLElement | null): InlineBundle {
  const [inline, setInline] = useState<InlineBundle>(() => (host ? inlineBundleOf(host) : nothing));
  useEffect(() => {
    if (!host) return;
    const look = () =>
      setInline((known) => {
        const found = inlineBundleOf(host);
        const same =
          found.state === known.state &&
          (found.state !== 'here' ||
            (known.state === 'here' && known.script === found.script && known.text === found.text));
        return same ? known : found;
      });
    look();
    return watchInlineBundle(host, look);
  }, [host]);
  return inline;
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
