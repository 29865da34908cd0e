import { fallbackHtml, type SummaryLanguage, valueText } from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import type { NamedValue } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverAddress } from '../../base-path.ts';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { Dialog } from '../dialog.tsx';
import { Problem } from '../problem.tsx';
import { MakeLinkDialog } from '../share/share-links.tsx';
import { PublicDialog } from './embed-access.tsx';
import { EmbedDocument } from './embed-document.tsx';
import { Select } from './embed-fields.tsx';
import { HostOptions, HostOutcome } from './embed-for-host.tsx';
import { embedHosts, storedHost, storeHost } from './embed-hosts.ts';
import { EmbedPage } from './embed-page.tsx';
import { cardAddress, type EmbedChoice, type EmbedPlace, elementSnippet, publicAddress } from './embed-snippets.ts';
import { useEmbedLanguage } from './use-embed-language.ts';
import { useEmbedPictures } from './use-embed-pictures.ts';
import { useEmbedSummary } from './use-embed-summary.ts';

const texts = words.embed;

const usualChoice: EmbedChoice = {
  kind: 'element',
  part: 'result',
  tab: '',
  theme: '',
  height: null,
  lang: '',
  viewLink: true,
  path: '',
  digits: null,
};

interface EmbedDialogProps {
  uuid: string;
  name: string;
  /** Key of a share link that was just made. */
  link?: string | null;
  onClose: () => void;
}

/** Writes what puts an item into another page, and shows it as that page would. */
export function EmbedDialog({ uuid, name, link: given = null, onClose }: EmbedDialogProps) {
  const item = useQuery(ownerClient.workflow(uuid), ownerClient.queryClient);
  const [link, setLink] = useState(given);
  const [asking, setAsking] = useState<'public' | 'link' | null>(null);
  return (
    <>
      <Dialog title={texts.title(name)} onClose={onClose} size="large">
        {item.data ? (
          <EmbedItem item={item.data} link={link} onAsk={setAsking} />
        ) : item.error ? (
          <Problem error={item.error} retry={() => void item.refetch()} />
        ) : (
          <p className="cv-quiet">{words.loading}</p>
        )}
      </Dialog>
      {asking === 'public' && item.data ? <PublicDialog item={item.data} onClose={() => setAsking(null)} /> : null}
      {asking === 'link' ? (
        <MakeLinkDialog
          kind="workflow"
          uuid={uuid}
          onClose={() => setAsking(null)}
          onMade={(made) => setLink(made.link)}
        />
      ) : null}
    </>
  );
}

interface EmbedItemProps {
  item: WorkflowItem;
  link: string | null;
  onAsk: (question: 'public' | 'link') => void;
}

function EmbedItem({ item, link, onAsk }: EmbedItemProps) {
  const [host, setHost] = useState(storedHost);
  const [choice, setChoice] = useState(usualChoice);
  const language = useEmbedLanguage(choice.lang);
  const read = useEmbedSummary(ownerClient, item, language.summary);
  const { summary, badge, definition, values } = read;
  const made = useEmbedPictures(item, badge);
  const isPublic = item.public || item.ancestor_is_public;
  const place: EmbedPlace = { origin: serverAddress, item, link: isPublic ? null : link };
  const onChoice = (change: Partial<EmbedChoice>) => setChoice((before) => ({ ...before, ...change }));
  const hosts = (
    <Select
      label={texts.host}
      value={host}
      options={embedHosts.map((one) => [one, texts.hosts[one]])}
      onChange={(chosen) => {
        setHost(chosen);
        storeHost(chosen);
        setChoice(usualChoice);
      }}
    />
  );
  const shared = { item, place, isPublic, choice, onChoice, onAsk };
  if (host === 'page') return <EmbedPage {...shared} read={read} made={made} language={language} hosts={hosts} />;
  if (host === 'document') {
    const facts = { hasPlot: read.hasPlot, hasStructure: read.hasStructure, readable: isPublic || link !== null };
    return (
      <div className="embed-outcome">
        {hosts}
        <EmbedDocument summary={summary} place={place} made={made} language={language} {...facts} />
      </div>
    );
  }
  const fallback =
    choice.part === 'value'
      ? valueOf(values, choice, language.summary)
      : fallbackHtml(summary, {
          picture: cardAddress(place),
          address: publicAddress(place.origin, item, place.link),
          words: language.words,
        });
  const element = elementSnippet(place, choice, fallback);
  const hostProps = { ...shared, host, definition, values, summary, element, held: fallback };
  return (
    <div className="embed">
      <div className="embed-choices">
        {hosts}
        <HostOptions {...hostProps} />
      </div>
      <div className="embed-outcome">
        <HostOutcome {...hostProps} />
      </div>
    </div>
  );
}

/** The value that was chosen, as text. */
function valueOf(values: readonly NamedValue[], { path, digits }: EmbedChoice, language: SummaryLanguage | undefined) {
  const value = values.find((one) => one.path === path);
  return value ? valueText(value, digits, language) : '';
}
