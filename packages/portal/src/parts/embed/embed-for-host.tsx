import { cardSize, escapedHtml, type ItemSummary, previewOf } from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import type { NamedValue, ResultDefinition } from '@cuvette/core/workflows';
import { tabTitle } from '@cuvette/widgets/languages';
import { words } from '../../words.ts';
import { CopyField } from '../copy-field.tsx';
import { NotPublic } from './embed-access.tsx';
import { NumberField, Select } from './embed-fields.tsx';
import { type EmbedHost, hostFacts, hostLine } from './embed-hosts.ts';
import { embedHeights } from './embed-number.ts';
import { EmbedPreview } from './embed-preview.tsx';
import { cardAddress, type EmbedChoice, type EmbedPlace, publicAddress } from './embed-snippets.ts';

const texts = words.embed;

interface HostProps {
  host: Exclude<EmbedHost, 'page'>;
  item: WorkflowItem;
  definition: ResultDefinition | null;
  values: readonly NamedValue[];
  summary: ItemSummary;
  place: EmbedPlace;
  isPublic: boolean;
  choice: EmbedChoice;
  onChoice: (change: Partial<EmbedChoice>) => void;
  onAsk: (question: 'public' | 'link') => void;
  /** What the host shows where its plug-in is installed: the element with what it holds, or one number. */
  element: string;
  /** What the element holds. */
  held: string;
}

/** What can be chosen for the line of a host, as far as its syntax can say it. */
export function HostOptions({ host, item, definition, values, choice, onChoice }: HostProps) {
  const facts = hostFacts[host];
  const tabs = definition?.tabs(item, new Map()) ?? [];
  const isValue = choice.part === 'value';
  return (
    <>
      <p className="cv-quiet">{texts.hostHints[host]}</p>
      {facts.value && values.length > 0 ? (
        <Select
          label={texts.part}
          value={isValue ? 'value' : 'result'}
          options={[
            ['result', texts.parts.result],
            ['value', texts.parts.value],
          ]}
          onChange={(part) => onChoice({ part, path: choice.path || (values[0]?.path ?? '') })}
        />
      ) : null}
      {facts.value && isValue ? (
        <Select
          label={texts.value}
          value={choice.path}
          options={values.map(({ path, title }) => [path, inEnglish(title)])}
          onChange={(path) => onChoice({ path })}
        />
      ) : null}
      {facts.tab && !isValue && tabs.length > 1 ? (
        <Select
          label={texts.tab}
          value={choice.tab}
          options={[['', texts.usualTab], ...tabs.map((tab) => [tab.id, tabTitle(tab.title)] as const)]}
          onChange={(tab) => onChoice({ tab })}
        />
      ) : null}
      {facts.height && !isValue ? (
        <NumberField
          label={texts.height}
          hint={texts.heightHint}
          value={choice.height}
          bounds={embedHeights}
          onChange={(height) => onChoice({ height })}
        />
      ) : null}
    </>
  );
}

/** The line of a host, and what it becomes there, as wide as its column of text. */
export function HostOutcome(props: HostProps) {
  const { host, item, summary, place, isPublic, choice, onAsk, element, held } = props;
  const facts = hostFacts[host];
  if (!isPublic && (facts.publicOnly || place.link === null)) {
    return (
      <NotPublic
        onPublic={() => onAsk('public')}
        onLink={() => onAsk('link')}
        linkable={!facts.publicOnly}
        hint={facts.publicOnly ? texts.hostNeedsPublic : undefined}
      />
    );
  }
  const isAddress = host === 'chat' || host === 'elabftw';
  return (
    <>
      {place.link ? <p className="cv-quiet">{texts.byLink}</p> : null}
      <CopyField label={texts.hostLine} value={hostLine(host, place, choice, held)} rows={3} />
      <h3>{texts.preview}</h3>
      <p className="cv-quiet">{texts.previewWidth(facts.width)}</p>
      <EmbedPreview
        name={item.name}
        lang=""
        html={isAddress ? unfurled(summary, place) : element}
        theme=""
        height={choice.part === 'value' && facts.value ? 60 : choice.height}
        width={facts.width}
      />
    </>
  );
}

/** An address as a chat shows it: title, description and card. */
function unfurled(summary: ItemSummary, place: EmbedPlace): string {
  const { title, description } = previewOf(summary);
  const address = escapedHtml(publicAddress(place.origin, place.item, place.link));
  const height = Math.round((360 * cardSize.height) / cardSize.width);
  return `<p><a href="${address}">${address}</a></p><blockquote><strong>${escapedHtml(title)}</strong><p>${escapedHtml(description)}</p><img src="${escapedHtml(cardAddress(place))}" alt="${escapedHtml(summary.name)}" width="360" height="${height}"></blockquote>`;
}
