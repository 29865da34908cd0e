import type { Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { status } from '@cuvette/core/entities';
import { hrefOfItem } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { basePath } from '../../base-path.ts';
import type { EmbedSearch } from '../../search.ts';
import { words } from '../../words.ts';
import { problemText } from '../problem.tsx';
import { useEmbedLanguage } from './use-embed-language.ts';
import { useEmbedSummary } from './use-embed-summary.ts';

interface EmbeddedCardProps {
  uuid: string;
  client: Client;
  search: EmbedSearch;
}

/** An item in 160 px: picture, name, headline, what changes its meaning, method and link. Tells of loads and errors as an element does. */
export function EmbeddedCard({ uuid, client, search }: EmbeddedCardProps) {
  const item = useQuery(client.workflow(uuid), client.queryClient);
  const card = useRef<HTMLElement>(null);
  const { data, error } = item;
  const message = data ? null : error && problemText(error);
  useEffect(() => {
    if (data) announce(card.current, 'cuvette-load', { item: data });
  }, [data]);
  useEffect(() => {
    if (message) announce(card.current, 'cuvette-error', { message, error });
  }, [message, error]);
  return (
    <article ref={card} className="embed-card">
      {data ? (
        <CardOf item={data} client={client} search={search} />
      ) : (
        <p role={message ? 'alert' : 'status'}>{message ?? words.loading}</p>
      )}
    </article>
  );
}

function announce(element: HTMLElement | null, name: string, detail: object): void {
  element?.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/** Pixels of the picture of a structural formula: twice those that it is shown with. */
const pictureWidth = '402';

function CardOf({ item, client, search }: { item: WorkflowItem; client: Client; search: EmbedSearch }) {
  const { lang = '', theme, no_link } = search;
  const language = useEmbedLanguage(lang);
  const { summary } = useEmbedSummary(client, item, language.summary);
  const [hasPicture, setHasPicture] = useState(true);
  const picture = (colours: string) => {
    const query = new URLSearchParams({ view: 'drawing', width: pictureWidth, theme: colours });
    if (client.link) query.set('link', client.link);
    return `${client.origin}/api/shared/workflow/${item.uuid}/picture.svg?${query}`;
  };
  const { name, type, headline, caveat, method, day, status: label } = summary;
  const isDone = item.object_status === status.completed;
  return (
    <>
      {hasPicture ? (
        <picture>
          {theme === 'light' || theme === 'dark' ? null : (
            <source media="(prefers-color-scheme: dark)" srcSet={picture('dark')} />
          )}
          <img src={picture(theme === 'dark' ? 'dark' : 'light')} alt="" onError={() => setHasPicture(false)} />
        </picture>
      ) : null}
      <div>
        <p>
          <strong title={name}>{name}</strong>
        </p>
        <p className="cv-quiet">{type}</p>
        <p className="embed-card-headline">
          {isDone && headline !== null ? headline : language.words.label(label)}
          {isDone && caveat !== null ? <span title={caveat}> ⚠</span> : null}
        </p>
        {isDone && caveat !== null ? <p title={caveat}>{caveat}</p> : null}
        <p className="cv-quiet">{[method, day].filter(Boolean).join(', ')}</p>
        {no_link === 1 ? null : (
          <a
            href={`${basePath}${hrefOfItem(item, { public: true, link: client.link })}`}
            target="_blank"
            rel="noopener"
          >
            {language.words.viewOnCuvette}
          </a>
        )}
      </div>
    </>
  );
}
