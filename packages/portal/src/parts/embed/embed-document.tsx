import { documentHtml, documentText, type ItemSummary } from '@cuvette/core/embedding';
import { useState } from 'react';
import { words } from '../../words.ts';
import { CopyAlert } from '../copy-alert.tsx';
import { Select } from './embed-fields.tsx';
import { hostFacts } from './embed-hosts.ts';
import { EmbedPreview } from './embed-preview.tsx';
import { type EmbedPlace, publicAddress, viewAddress } from './embed-snippets.ts';
import { pngBlob, usePictureData } from './picture-data.ts';
import type { EmbedLanguage } from './use-embed-language.ts';
import type { EmbedPictures } from './use-embed-pictures.ts';

const texts = words.embed;

/** The pictures of a document, the best first. */
const names = ['viewer', 'structure', 'plot', 'formula', 'none'] as const;
type DocumentPicture = (typeof names)[number];

interface EmbedDocumentProps {
  summary: ItemSummary;
  place: EmbedPlace;
  /** Whether others can read the item: the link leads somewhere, and the server gives its pictures. */
  readable: boolean;
  made: EmbedPictures;
  hasPlot: boolean;
  hasStructure: boolean;
  language: EmbedLanguage;
}

/** An item for a word processor, a presentation or an e-mail: text with picture and tables, or the picture alone, on the clipboard. */
export function EmbedDocument(props: EmbedDocumentProps) {
  const { summary, place, readable, made, hasPlot, hasStructure, language } = props;
  const available: Readonly<Record<DocumentPicture, boolean>> = {
    viewer: made.viewer !== null,
    structure: readable && hasStructure,
    plot: readable && hasPlot,
    formula: made.formula !== null,
    none: true,
  };
  const [chosen, setChosen] = useState<DocumentPicture | null>(null);
  const picture = chosen && available[chosen] ? chosen : (names.find((name) => available[name]) ?? 'none');
  const isDrawnThere = picture === 'structure' || picture === 'plot';
  const drawn = usePictureData(isDrawnThere ? viewAddress(place, picture) : null);
  const data = isDrawnThere ? drawn : picture === 'none' ? null : made[picture];
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const parts = {
    picture: data,
    address: readable ? publicAddress(place.origin, place.item, place.link) : null,
    words: language.words,
  };
  const html = documentHtml(summary, parts);
  const text = documentText(summary, parts);
  const copy = async (blobs: Record<string, Blob>) => {
    try {
      // A page without HTTPS has no clipboard at all.
      await navigator.clipboard.write([new ClipboardItem(blobs)]);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const blob = (type: string, content: string) => new Blob([content], { type });
  return (
    <>
      <p className="cv-quiet">{texts.hostHints.document}</p>
      <Select
        label={texts.picture}
        value={picture}
        options={names.filter((name) => available[name]).map((name) => [name, texts.pictures[name]])}
        onChange={setChosen}
      />
      <p className="embed-buttons">
        <button
          type="button"
          className="cv-button"
          disabled={picture !== 'none' && data === null}
          onClick={() => void copy({ 'text/html': blob('text/html', html), 'text/plain': blob('text/plain', text) })}
        >
          {texts.copyDocument}
        </button>
        <button
          type="button"
          className="cv-button"
          disabled={data === null}
          onClick={() => data && void copy({ 'image/png': pngBlob(data) })}
        >
          {texts.copyPicture}
        </button>
        <span role="status" className="cv-quiet">
          {state === 'copied' ? words.copied : ''}
        </span>
      </p>
      {state === 'failed' ? <CopyAlert text={text} onClose={() => setState('idle')} /> : null}
      <h3>{texts.preview}</h3>
      <EmbedPreview
        name={summary.name}
        lang=""
        html={html}
        theme="light"
        height={null}
        width={hostFacts.document.width}
      />
    </>
  );
}
