import type { Theme } from './theme.ts';

/** The search parameters that each route understands; anything else in the address is dropped. */

type Raw = Record<string, unknown>;

function text(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

export interface SignInSearch {
  token?: string;
  next?: string;
  /** Why another service did not sign the person in. */
  error?: string;
}

/** `next` must be a path of this site: an address elsewhere would turn the sign-in page into a trap. */
export function signInSearch(raw: Raw): SignInSearch {
  const next = text(raw.next);
  return present({
    token: text(raw.token),
    next: next && /^\/(?![/\\])/.test(next) ? next : undefined,
    error: text(raw.error),
  });
}

export interface FolderSearch {
  page?: number;
}

/** Page numbers count from 1 in the address. */
export function folderSearch(raw: Raw): FolderSearch {
  const page = Number(raw.page);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}

export interface SubmitSearch {
  folder?: string;
  from?: string;
  draft?: string;
  mode?: string;
}

/** `folder`: where the new item goes; `draft`: the draft that is gone on with; `from`: the item whose input and settings are taken over, with another `mode` where one is given. */
export function submitSearch(raw: Raw): SubmitSearch {
  return present({ folder: text(raw.folder), from: text(raw.from), draft: text(raw.draft), mode: text(raw.mode) });
}

export interface ItemSearch {
  /** What is shown of the item and from where it is looked at, as the element's `state` tells it. */
  view?: string;
}

export function itemSearch(raw: Raw): ItemSearch {
  return present({ view: text(raw.view) });
}

/** What a frame shows of an item: all of it, or one instrument. */
const shownParts = ['result', 'viewer', 'trajectory', 'microstates', 'table'] as const;

/** What the address of a frame (`embed=1`) says besides. */
export interface EmbedSearch extends ItemSearch {
  tab?: string;
  theme?: Theme;
  /** Language of the words, as in `lang`. */
  lang?: string;
  /** No link to the item's own page. */
  no_link?: 1;
  /** One part of the item in place of all. */
  show?: (typeof shownParts)[number];
}

export interface PublicItemSearch extends EmbedSearch {
  embed?: 1;
  /** Key of a share link. */
  link?: string;
}

const yes = (value: unknown) => (value === 1 || value === '1' || value === true ? 1 : undefined);
const oneOf = <Choice extends string>(value: unknown, choices: readonly Choice[]) =>
  choices.find((choice) => choice === value);

/** `embed=1` shows the widget alone, for a frame in another page; `link` opens what a share link opens. */
export function publicItemSearch(raw: Raw): PublicItemSearch {
  return present({
    embed: yes(raw.embed),
    link: text(raw.link),
    view: text(raw.view),
    tab: text(raw.tab),
    theme: oneOf(raw.theme, ['auto', 'light', 'dark']),
    lang: text(raw.lang),
    no_link: yes(raw.no_link),
    show: oneOf(raw.show, shownParts),
  });
}

/** For routes without parameters. */
export function noSearch(): Record<string, never> {
  return {};
}
