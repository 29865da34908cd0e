/** A table in another language, as far as somebody translated it. */
export type Translation<Table> = {
  readonly [Key in keyof Table]?: Table[Key] extends string | ((...values: never[]) => string)
    ? Table[Key]
    : Translation<Table[Key]>;
};

/** Message tables of one kind by language: some at hand, others loaded when a page asks for them. */
export interface LanguageTables<Table> {
  /** Adds a table for a language tag; texts that it lacks stay English. Listeners are called. */
  add: (tag: string, table: Translation<Table>) => void;
  /** Calls back when a table was added or has arrived. */
  onNew: (listener: () => void) => () => void;
  /** The table for a tag (`de-CH` finds `de`), English where there is no translation, null where `load` would bring one. */
  atHand: (tag: string | null | undefined) => Table | null;
  /** Brings the table of a language; where its script does not come, English stands in for it. */
  load: (tag: string | null | undefined) => Promise<Table>;
}

/** A tag and its shorter forms: `de-CH-1996`, `de-CH`, `de`. */
function formsOf(tag: string | null | undefined): string[] {
  const parts = (tag || 'en').toLowerCase().split(/[-_]/);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}

const isTable = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A translation in which English stands in for what is missing, also in a section of English that comes later. */
function overEnglish<Table extends object>(english: Table, translation: Translation<Table>): Table {
  const sections = new Map<PropertyKey, unknown>();
  return new Proxy(english, {
    get(target, key) {
      const theirs: unknown = Reflect.get(translation, key);
      const meant: unknown = Reflect.get(target, key);
      if (!isTable(theirs) || !isTable(meant)) return theirs ?? meant;
      const section = sections.get(key) ?? overEnglish(meant, theirs);
      sections.set(key, section);
      return section;
    },
  });
}

/**
 * @param english the texts where there is no translation
 * @param loaders tables that come on demand, by language: a page in English never pays for them
 */
export function languageTables<Table extends object>(
  english: Table,
  loaders: Readonly<Record<string, () => Promise<Translation<Table>>>>,
): LanguageTables<Table> {
  const tables = new Map<string, Table>([['en', english]]);
  const listeners = new Set<() => void>();

  function add(tag: string, table: Translation<Table>): void {
    tables.set(tag.toLowerCase(), overEnglish(english, table));
    for (const listener of [...listeners]) listener();
  }

  function atHand(tag: string | null | undefined): Table | null {
    for (const form of formsOf(tag)) {
      const known = tables.get(form);
      if (known) return known;
      if (Object.hasOwn(loaders, form)) return null;
    }
    return english;
  }

  return {
    add,
    atHand,
    onNew(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async load(tag) {
      const known = atHand(tag);
      if (known) return known;
      const form = formsOf(tag).find((each) => Object.hasOwn(loaders, each)) ?? 'en';
      const table: Translation<Table> = (await loaders[form]?.().catch(() => null)) ?? {};
      if (!tables.has(form)) add(form, table);
      return tables.get(form) ?? english;
    },
  };
}
