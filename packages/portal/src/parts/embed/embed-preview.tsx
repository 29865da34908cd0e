import { useEffect, useState } from 'react';
import { words } from '../../words.ts';

/** CSS pixels around the text of the preview. */
const space = 12;

/** Milliseconds of rest after the last change before the preview starts anew. */
const rest = 400;

interface EmbedPreviewProps {
  name: string;
  /** Language of the page around it; empty: English. */
  lang: string;
  /** What is shown, as it would look in the page. */
  html: string;
  theme: '' | 'light' | 'dark';
  /** CSS pixels of what is shown; null: as high as it is by itself. */
  height: number | null;
  /** CSS pixels of the column of text that it is shown in; as wide as there is room without. */
  width?: number;
}

/**
 * The snippet as a page would show it: in a frame without origin, where it can neither read nor change anything of the portal. The frame
 * has the portal's Content-Security-Policy, which allows style attributes: a page with a stricter one is tried by the end-to-end tests.
 */
export function EmbedPreview({ name, lang, html, theme, height, width }: EmbedPreviewProps) {
  const [settled, setSettled] = useState(html);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(html), rest);
    return () => clearTimeout(timer);
  }, [html]);
  const scheme = theme || 'light dark';
  const page = `<!doctype html><html lang="${lang || 'en'}"><head><meta charset="utf-8"><meta name="color-scheme" content="${scheme}"><title>${words.embed.preview}</title></head><body style="margin: ${space}px; font: 14px/1.5 system-ui, sans-serif">${settled}</body></html>`;
  return (
    // A wide column scrolls, by keyboard too.
    <div
      className="embed-preview-box"
      {...(width === undefined ? {} : { tabIndex: 0, role: 'region', 'aria-label': words.embed.preview })}
    >
      <iframe
        key={page}
        className="embed-preview"
        title={words.embed.previewTitle(name)}
        sandbox="allow-scripts"
        srcDoc={page}
        style={{
          ...(height === null ? {} : { blockSize: Math.min(Math.max(height + 60, 160), 900) }),
          // Its edges and the space around the text are besides.
          ...(width === undefined ? {} : { inlineSize: width + 2 * space + 2 }),
        }}
      />
    </div>
  );
}
