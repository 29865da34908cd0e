import { type EmbedChoice, type EmbedPlace, publicAddress } from './embed-snippets.ts';

/** Where results are pasted. `page` is any page that takes HTML or Markdown; the wikis and notebooks have a plug-in of ours. */
export const embedHosts = [
  'page',
  'mediawiki',
  'dokuwiki',
  'wordpress',
  'sphinx',
  'jupyter',
  'markdown',
  'elabftw',
  'chat',
  'document',
] as const;
export type EmbedHost = (typeof embedHosts)[number];

/** What a host's line can say besides the item. */
interface HostFacts {
  /** CSS pixels of its column of text as it is installed: the preview is as wide. */
  width: number;
  tab: boolean;
  height: boolean;
  /** One number in a sentence. */
  value: boolean;
  /** The line names the item only, so a share link's key has no place in it. */
  publicOnly: boolean;
}

const facts = (width: number, { tab = false, height = false, value = false, publicOnly = false } = {}): HostFacts => ({
  width,
  tab,
  height,
  value,
  publicOnly,
});
const plugIn = { tab: true, height: true, value: true, publicOnly: true };

/** Widths: Vector 2022, DokuWiki's own template, Twenty Twenty-Five, furo, JupyterLab, VitePress, eLabFTW, Slack, A4. */
export const hostFacts: Readonly<Record<Exclude<EmbedHost, 'page'>, HostFacts>> = {
  mediawiki: facts(960, plugIn),
  dokuwiki: facts(780, plugIn),
  wordpress: facts(645, plugIn),
  sphinx: facts(736, plugIn),
  jupyter: facts(900, { value: true }),
  markdown: facts(688, plugIn),
  elabftw: facts(960),
  chat: facts(520),
  document: facts(718),
};

/** A text as a value in quotes of a host's own syntax; quotes and line ends cannot be in one. */
const quoted = (text: string) => text.replace(/["'\]|}`\r\n]/g, '');

/**
 * Returns exactly what is pasted into a host; empty where something is copied in another way.
 * @param held the number as text, for hosts whose line holds it
 */
export function hostLine(host: EmbedHost, place: EmbedPlace, choice: EmbedChoice, held = ''): string {
  const { uuid } = place.item;
  const value = choice.part === 'value' ? quoted(choice.path) : null;
  const tab = quoted(choice.tab);
  const height = choice.height === null ? '' : String(choice.height);
  const address = publicAddress(place.origin, place.item, place.link);
  switch (host) {
    case 'mediawiki':
      if (value !== null) return `{{#cuvettevalue:${uuid}|${value}}}`;
      return `{{#cuvette:${uuid}${tab && `|tab=${tab}`}${height && `|height=${height}`}}}`;
    case 'dokuwiki': {
      if (value !== null) return `{{cuvette>${uuid}#${value}}}`;
      const more = [tab && `tab=${tab}`, height].filter(Boolean).join('&');
      return `{{cuvette>${uuid}${more && `?${more}`}}}`;
    }
    case 'wordpress':
      if (value !== null) return `[cuvette id="${uuid}" value="${value}"]`;
      // WordPress asks the server by itself how to show a bare address (oEmbed).
      if (!tab && !height) return address;
      return `[cuvette id="${uuid}"${tab && ` tab="${tab}"`}${height && ` height="${height}"`}]`;
    case 'sphinx':
      if (value !== null) return `:cuvette:\`${uuid}:${value}\``;
      return `.. cuvette:: ${uuid}${tab && `\n   :tab: ${tab}`}${height && `\n   :height: ${height}`}`;
    case 'jupyter': {
      const call = value === null ? `show("${address}")` : `value("${address}", "${value}")`;
      return `from cuvette_embed import ${value === null ? 'show' : 'value'}\n${call}`;
    }
    case 'markdown':
      if (value !== null) return `:cuvette[${quoted(held)}]{id=${uuid} value=${value}}`;
      return `::cuvette{id=${uuid}${tab && ` tab=${tab}`}${height && ` height=${height}`}}`;
    case 'elabftw':
    case 'chat':
      return address;
    default:
      return '';
  }
}

const key = 'cuvette.embedHost';

/** The host that was chosen in this browser before; `page` where none was, or where storage is not allowed. */
export function storedHost(): EmbedHost {
  try {
    const stored = localStorage.getItem(key);
    return embedHosts.find((host) => host === stored) ?? 'page';
  } catch {
    return 'page';
  }
}

/** Remembers a host in this browser. */
export function storeHost(host: EmbedHost): void {
  try {
    localStorage.setItem(key, host);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the dialog.
  }
}
