import type { Client } from '@cuvette/core/client';
import '@cuvette/widgets/elements/events';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { appPath } from '../../base-path.ts';

interface CompareElementProps {
  /** Identifiers of the items, the reference first. */
  uuids: readonly string[];
  /** The type that all must have; null for any. */
  type: string | null;
  client: Client;
  /** What is shown and how it is viewed, as the element's `state` tells it. */
  view?: string | undefined;
  onView: (view: string) => void;
  /** Hears which items are there after a person changed it. */
  onChange: (uuids: readonly string[]) => void;
  /** The text where items of another type are left out. */
  mixed: ReactNode;
}

/** `<cuvette-compare>` inside the portal, reading through the portal's own client; links in it stay in the app. */
export function CompareElement({ uuids, type, client, view = '', onView, onChange, mixed }: CompareElementProps) {
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const made = useRef<HTMLElement & { state?: string }>(null);
  const [holder] = useState(() => {
    const place = document.createElement('span');
    place.slot = 'mixed';
    return place;
  });
  const known = useRef('');
  const names = uuids.join(' ');
  const begin = useEffectEvent((element: HTMLElement) => {
    element.setAttribute('workflows', names);
    known.current = view;
    if (view) element.setAttribute('state', view);
  });
  const viewed = useEffectEvent((state: string) => {
    known.current = state;
    onView(state);
  });
  const changed = useEffectEvent(onChange);
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!link || event.defaultPrevented || event.button !== 0 || link.target === '_blank') return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const { origin, pathname, search } = new URL(link.href);
    const path = appPath(pathname);
    if (origin !== window.location.origin || path === null) return;
    event.preventDefault();
    router.history.push(path + search);
  });
  useEffect(() => {
    void import('@cuvette/widgets/elements/compare');
    const element = document.createElement('cuvette-compare') as HTMLElement & { client?: Client };
    element.client = client;
    element.toggleAttribute('public', client.kind === 'shared');
    if (type !== null) element.setAttribute('type', type);
    begin(element);
    element.addEventListener('cuvette-state', (event) => viewed(event.detail.state));
    element.addEventListener('cuvette-compare', (event) => {
      // The address alone decides which items are shown: going back at once must not leave the element with other items.
      event.preventDefault();
      changed(event.detail.workflows);
    });
    element.addEventListener('click', (event) => follow(event));
    made.current = element;
    element.append(holder);
    box.current?.append(element);
    return () => element.remove();
  }, [type, client, holder]);
  // If somebody goes back before the page has drawn a change, the names are as before: only the element has changed and must be set back.
  const [returns, setReturns] = useState(0);
  useEffect(
    () =>
      router.history.subscribe(({ action }) => {
        if (action.type !== 'PUSH' && action.type !== 'REPLACE') setReturns((count) => count + 1);
      }),
    [router],
  );
  useEffect(() => {
    // Somebody went back, or changed the address of the open page.
    if (made.current?.getAttribute('workflows') !== names) made.current?.setAttribute('workflows', names);
  }, [names, returns]);
  useEffect(() => {
    if (view !== known.current && view && made.current) made.current.state = view;
    known.current = view;
  }, [view]);
  return (
    <>
      <div ref={box} className="workflow-box" />
      {createPortal(mixed, holder)}
    </>
  );
}
