import { useEffect, useState } from 'react';
import { words } from '../../words.ts';

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
}

/**
 * The snippet as a page would show it: in a frame without origin, where it can neither read nor change anything of the portal. The frame
 * has the portal's Content-Security-Policy, which allows style attributes: a page with a stricter one is tried by the end-to-end tests.
 */
export function EmbedPreview({ name, lang, html, theme, height }: EmbedPreviewProps) {
  const [settled, setSettled] = useState(html);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(html), rest);
    return () => clearTimeout(timer);
  }, [html]);
  const scheme = theme || 'light dark';
  const page = `<!doctype html><html lang="${lang || 'en'}"><head><meta charset="utf-8"><meta name="color-scheme" content="${scheme}"><title>${words.embed.preview}</title></head><body style="margin: 12px; font: 14px/1.5 system-ui, sans-serif">${settled}</body></html>`;
  return (
    <iframe
      key={page}
      className="embed-preview"
      title={words.embed.previewTitle(name)}
      sandbox="allow-scripts"
      srcDoc={page}
      style={height === null ? undefined : { blockSize: Math.min(Math.max(height + 60, 160), 900) }}
    />
  );
}
