import { fallbackHtml, valueText } from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import { type ReactNode, useState } from 'react';
import { serverAddress } from '../../base-path.ts';
import { words } from '../../words.ts';
import { CopyField } from '../copy-field.tsx';
import { NotPublic } from './embed-access.tsx';
import {
  type AvailablePictures,
  EmbedOptions,
  isByAddress,
  type PictureChoice,
  type PictureName,
} from './embed-options.tsx';
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
  viewAddress,
  withBundle,
} from './embed-snippets.ts';
import { useBundleText } from './use-bundle-text.ts';
import type { EmbedLanguage } from './use-embed-language.ts';
import type { EmbedPictures } from './use-embed-pictures.ts';
import type { EmbedSummary } from './use-embed-summary.ts';

const texts = words.embed;

interface EmbedPageProps {
  item: WorkflowItem;
  place: EmbedPlace;
  isPublic: boolean;
  choice: EmbedChoice;
  onChoice: (change: Partial<EmbedChoice>) => void;
  onAsk: (question: 'public' | 'link') => void;
  /** What is known of the item. */
  read: EmbedSummary;
  made: EmbedPictures;
  language: EmbedLanguage;
  /** The choice of the host, which is above the others. */
  hosts: ReactNode;
}

/** A snippet for any page: an element, a frame, a file beside the page, or a badge for Markdown. */
export function EmbedPage(props: EmbedPageProps) {
  const { item, place, isPublic, choice, onChoice, onAsk, read, made, language, hosts } = props;
  const { summary, badge: badged, definition, values, parts } = read;
  const [chosenPictures, setPictures] = useState<PictureChoice>({
    fallback: true,
    picture: 'card',
    where: 'inline',
    badge: 'live',
  });

  const readable = isPublic || place.link !== null;
  const file = fileNameOf(item.name);
  const { kind } = choice;
  // A static file must do without the server.
  const available = {
    card: kind !== 'file',
    structure: kind !== 'file' && read.hasStructure,
    plot: kind !== 'file' && read.hasPlot,
    viewer: made.viewer !== null,
    formula: made.formula !== null,
  };
  const pictures = { ...chosenPictures, picture: pictureIn(chosenPictures.picture, available) };
  const bundle = useBundleText(item.uuid, kind === 'file');

  const fallback = (inline: boolean) => {
    if (choice.part === 'value') {
      const value = values.find(({ path }) => path === choice.path);
      return value ? valueText(value, choice.digits, language.summary) : '';
    }
    if (!pictures.fallback) return '';
    const { picture } = pictures;
    const drawn = addressOfPicture(picture, place, made);
    return fallbackHtml(summary, {
      picture: drawn && !isByAddress(picture) && !inline && pictures.where === 'file' ? `${file}.png` : drawn,
      rows: !isByAddress(picture),
      address: readable && choice.viewLink ? publicAddress(place.origin, item, place.link) : null,
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
        onChoice={onChoice}
        hosts={hosts}
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

/** Where a picture is: an address of the server, or the picture itself. */
function addressOfPicture(picture: PictureName, place: EmbedPlace, made: EmbedPictures): string | null {
  if (picture === 'none') return null;
  if (picture === 'card') return cardAddress(place);
  return isByAddress(picture) ? viewAddress(place, picture) : made[picture];
}

/** The picture that was chosen, else the next best that can be had. */
function pictureIn(wanted: PictureChoice['picture'], available: AvailablePictures): PictureChoice['picture'] {
  if (wanted === 'none' || available[wanted]) return wanted;
  const others = isByAddress(wanted) ? (['viewer', 'formula'] as const) : [];
  return others.find((one) => available[one]) ?? 'none';
}

/** Which picture is a file beside the snippet; null for none. */
function pictureBeside({ kind, part }: EmbedChoice, { badge, fallback, where, picture }: PictureChoice) {
  if (kind === 'markdown') return badge === 'png' ? 'badge' : null;
  const isFile = (kind === 'element' || kind === 'file') && fallback && where === 'file' && part !== 'value';
  return isFile && picture !== 'none' && !isByAddress(picture) ? picture : null;
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
        <a className="cv-button" href={`${serverAddress}/api/workflow/${item.uuid}/bundle`} download={bundle}>
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
