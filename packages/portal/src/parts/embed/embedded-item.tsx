import type { Client } from '@cuvette/core/client';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { EmbedSearch } from '../../search.ts';
import { showTheme } from '../../theme.ts';
import { joinHost } from './frame-side.ts';
import { writtenSummary as summary } from './written-summary.ts';

const EmbeddedCard = lazy(async () => ({ default: (await import('./embedded-card.tsx')).EmbeddedCard }));

/** The elements that show an item, and the modules that define them; a card is no element. */
const elements = {
  result: { tag: 'cuvette-workflow', load: () => import('@cuvette/widgets/elements/workflow') },
  viewer: { tag: 'cuvette-viewer', load: () => import('@cuvette/widgets/elements/viewer') },
  trajectory: { tag: 'cuvette-trajectory', load: () => import('@cuvette/widgets/elements/trajectory') },
  microstates: { tag: 'cuvette-microstates', load: () => import('@cuvette/widgets/elements/microstates') },
  table: { tag: 'cuvette-table', load: () => import('@cuvette/widgets/elements/table') },
} as const;

interface EmbeddedItemProps {
  uuid: string;
  client: Client;
  search: EmbedSearch;
}

/** A shared item alone in a frame, as its address says (`tab`, `view`, `theme`, `lang`, `no_link`, `show`); the page around it can talk with it. */
export function EmbeddedItem({ uuid, client, search }: EmbeddedItemProps) {
  const box = useRef<HTMLDivElement>(null);
  const [autoHeight, setAutoHeight] = useState(false);
  const { tab, theme, lang, no_link, view, show = 'result' } = search;
  useEffect(() => {
    const { current: place } = box;
    if (!place) return;
    const leave = joinHost(place, {
      client,
      hasTabs: show === 'result',
      onAutoHeight: () => setAutoHeight(true),
    });
    place.addEventListener('cuvette-load', () => summary?.remove(), { once: true });
    if (show === 'card') {
      if (summary) place.append(summary);
      return leave;
    }
    const { tag, load } = elements[show];
    void load();
    const element = document.createElement(tag) as HTMLElement & { client?: Client };
    element.client = client;
    element.setAttribute('workflow', uuid);
    element.dataset.framed = '';
    element.toggleAttribute('public', true);
    element.toggleAttribute('no-link', no_link === 1);
    if (tab) element.setAttribute('tab', tab);
    if (view) element.setAttribute('state', view);
    if (lang) element.setAttribute('lang', lang);
    place.append(element);
    if (summary) place.append(summary);
    return () => {
      element.remove();
      summary?.remove();
      leave();
    };
  }, [uuid, client, show, tab, view, lang, no_link]);
  useEffect(() => {
    const { documentElement: page } = document;
    const before = page.lang;
    if (lang) page.lang = lang;
    return () => {
      page.lang = before;
    };
  }, [lang]);
  useEffect(() => {
    if (theme) showTheme(theme);
  }, [theme]);
  return (
    <div ref={box} className="workflow-box embedded" data-auto-height={autoHeight ? '' : undefined}>
      {show === 'card' ? (
        <Suspense>
          <EmbeddedCard uuid={uuid} client={client} search={search} />
        </Suspense>
      ) : null}
    </div>
  );
}
