import { fallbackHtml, valueText } from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { CopyField } from '../copy-field.tsx';
import { Dialog } from '../dialog.tsx';
import { Problem } from '../problem.tsx';
import { MakeLinkDialog } from '../share/share-links.tsx';
import { NotPublic, PublicDialog } from './embed-access.tsx';
import { EmbedOptions, type PictureChoice } from './embed-options.tsx';
import { EmbedPreview } from './embed-preview.tsx';
import {
  badgeAddress,
  badgeHtml,
  cardAddress,
  type EmbedChoice,
  type EmbedPlace,
  elementSnippet,
  fileNameOf,
  frameSnippet,
  markdownSnippet,
  publicAddress,
  withBundle,
} from './embed-snippets.ts';
import { useBundleText } from './use-bundle-text.ts';
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
  const [choice, setChoice] = useState(usualChoice);
  const language = useEmbedLanguage(choice.lang);
  const { summary, badge: badged, definition, values, parts } = useEmbedSummary(item, language.summary);
  const made = useEmbedPictures(item, badged);
  const [chosenPictures, setPictures] = useState<PictureChoice>({
    fallback: true,
    picture: 'card',
    where: 'inline',
    badge: 'live',
  });

  const isPublic = item.public || item.ancestor_is_public;
  const { origin } = window.location;
  const place: EmbedPlace = { origin, item, link: isPublic ? null : link };
  const readable = isPublic || link !== null;
  const file = fileNameOf(item.name);
  const { kind } = choice;
  // A static file must do without the server.
  const available = { card: kind !== 'file', viewer: made.viewer !== null, formula: made.formula !== null };
  const pictures = { ...chosenPictures, picture: pictureIn(chosenPictures.picture, available) };
  const bundle = useBundleText(item.uuid, kind === 'file');

  const fallback = (inline: boolean) => {
    if (choice.part === 'value') {
      const value = values.find(({ path }) => path === choice.path);
      return value ? valueText(value, choice.digits, language.summary) : '';
    }
    if (!pictures.fallback) return '';
    const { picture } = pictures;
    const drawn = picture === 'none' ? null : picture === 'card' ? cardAddress(place) : made[picture];
    return fallbackHtml(summary, {
      picture: drawn && picture !== 'card' && !inline && pictures.where === 'file' ? `${file}.png` : drawn,
      rows: picture !== 'card',
      address: readable && choice.viewLink ? publicAddress(origin, item, place.link) : null,
      words: language.words,
    });
  };
  const badge = (inline: boolean) =>
    pictures.badge === 'live' ? badgeAddress(place) : inline ? (made.badge ?? '') : `${file}-badge.png`;
  const snippet =
    kind === 'frame'
      ? frameSnippet(place, choice)
      : kind === 'markdown'
        ? markdownSnippet(place, badged, badge(false), choice.viewLink)
        : elementSnippet(place, choice, fallback(false));
  // The preview has no files beside it: pictures and bundle are in it.
  const previewOf = (): string => {
    if (kind === 'frame') return snippet;
    if (kind === 'markdown') return badgeHtml(place, badged, badge(true), choice.viewLink);
    const element = elementSnippet(place, choice, fallback(true));
    if (kind === 'element') return element;
    return bundle === null ? fallback(true) : withBundle(element, bundle);
  };
  const beside = pictureBeside(choice, pictures);
  const pictureFile =
    beside === 'badge'
      ? { name: `${file}-badge.png`, address: made.badge }
      : beside && { name: `${file}.png`, address: made[beside] };
  const offered = kind === 'file' || readable;

  return (
    <div className="embed">
      <EmbedOptions
        item={item}
        definition={definition}
        values={values}
        parts={parts}
        choice={choice}
        onChoice={(change) => setChoice((before) => ({ ...before, ...change }))}
        pictures={pictures}
        available={available}
        onPictures={(change) => setPictures((before) => ({ ...before, ...change }))}
      />
      <div className="embed-outcome">
        {offered ? (
          <>
            {place.link ? <p className="cv-quiet">{texts.byLink}</p> : null}
            <CopyField label={kind === 'markdown' ? texts.snippetMarkdown : texts.snippet} value={snippet} rows={6} />
            <Files item={item} bundle={kind === 'file' ? `${file}.cuvette.json` : null} picture={pictureFile} />
            {kind === 'file' ? <p className="cv-quiet">{texts.fileHow}</p> : null}
            <h3>{texts.preview}</h3>
            {kind === 'file' ? (
              <p className="cv-quiet">{bundle === null ? texts.previewFallback : texts.previewOfFile}</p>
            ) : null}
            <EmbedPreview
              name={item.name}
              lang={choice.lang}
              html={previewOf()}
              theme={choice.theme}
              height={kind === 'markdown' || choice.part === 'value' ? 60 : choice.height}
            />
          </>
        ) : (
          <NotPublic onPublic={() => onAsk('public')} onLink={() => onAsk('link')} />
        )}
      </div>
    </div>
  );
}

/** The picture that was chosen, else the next best that can be had. */
function pictureIn(
  wanted: PictureChoice['picture'],
  available: Record<'card' | 'viewer' | 'formula', boolean>,
): PictureChoice['picture'] {
  if (wanted === 'none' || available[wanted]) return wanted;
  const others = wanted === 'card' ? (['viewer', 'formula'] as const) : [];
  return others.find((one) => available[one]) ?? 'none';
}

/** Which picture is a file beside the snippet; null for none. */
function pictureBeside({ kind, part }: EmbedChoice, { badge, fallback, where, picture }: PictureChoice) {
  if (kind === 'markdown') return badge === 'png' ? 'badge' : null;
  const isFile = (kind === 'element' || kind === 'file') && fallback && where === 'file' && part !== 'value';
  return isFile && picture !== 'none' && picture !== 'card' ? picture : null;
}

interface FilesProps {
  item: WorkflowItem;
  /** Name of the bundle; null where none is needed. */
  bundle: string | null;
  picture: { name: string; address: string | null } | null;
}

/** Files that must lie beside the snippet. */
function Files({ item, bundle, picture }: FilesProps) {
  if (bundle === null && !picture) return null;
  return (
    <p className="embed-buttons">
      <span>{texts.beside}</span>
      {bundle === null ? null : (
        <a className="cv-button" href={`${window.location.origin}/api/workflow/${item.uuid}/bundle`} download={bundle}>
          {texts.downloadBundle(bundle)}
        </a>
      )}
      {picture?.address ? (
        <a className="cv-button" href={picture.address} download={picture.name}>
          {texts.downloadPicture(picture.name)}
        </a>
      ) : null}
    </p>
  );
}
