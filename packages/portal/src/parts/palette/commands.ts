import type { WorkflowItem } from '@cuvette/core/entities';
import { catalogue, questionOfType } from '@cuvette/core/workflows';
import { listWords } from '../../list-words.ts';
import { words } from '../../words.ts';
import { itemPath, typeTitle } from '../paths.ts';
import { paletteWords } from './words.ts';

/** An entry of the palette: where it leads. */
export interface Command {
  id: string;
  group: string;
  title: string;
  /** A quieter text after it, which is searched too. */
  hint: string;
  path: string;
}

/** Most entries that are listed, most of items among them. */
const most = 12;
const mostItems = 5;

const pages = (root: string | null): Command[] =>
  [
    [words.home, '/'],
    ...(root ? [[words.allItems, `/folder/${root}`]] : []),
    [words.newWorkflow, '/new'],
    [words.projects, '/projects'],
    [listWords.savedSearches, '/search'],
    [words.proteins, '/proteins'],
    [words.deleted, '/deleted'],
    [words.account, '/account'],
  ].map(([title = '', path = '']) => ({ id: `go${path}`, group: paletteWords.goTo, title, hint: '', path }));

const starts = (): Command[] =>
  catalogue.map(({ type, title, path }) => ({
    id: `new-${type}`,
    group: paletteWords.start,
    title: words.submitTitle(title),
    hint: questionOfType(type)?.asks ?? '',
    path: `/new${path}`,
  }));

const recents = (items: readonly WorkflowItem[]): Command[] =>
  items.map((item) => ({
    id: item.uuid,
    group: paletteWords.recent,
    title: item.name,
    hint: typeTitle(item.object_type),
    path: itemPath(item, false),
  }));

/**
 * Returns what the palette lists for some letters: pages, new workflows, recent items, and a search for the letters themselves. Each word must be
 * there; a title that begins with the letters comes first.
 */
export function commandsFor(text: string, items: readonly WorkflowItem[], root: string | null): Command[] {
  const sought = text.trim().toLowerCase();
  if (sought === '') return [...recents(items).slice(0, mostItems), ...pages(root)];
  const parts = sought.split(/\s+/);
  const rank = ({ title, hint }: Command) => {
    const whole = `${title} ${hint}`.toLowerCase();
    if (!parts.every((part) => whole.includes(part))) return 0;
    return title.toLowerCase().startsWith(sought)
      ? 3
      : parts.every((part) => title.toLowerCase().includes(part))
        ? 2
        : 1;
  };
  const found = [...pages(root), ...starts(), ...recents(items)]
    .map((command) => ({ command, rank: rank(command) }))
    .filter((each) => each.rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, most)
    .map(({ command }) => command);
  const search: Command = {
    id: 'search',
    group: paletteWords.search,
    title: paletteWords.searchFor(text.trim()),
    hint: '',
    path: `/search?query=${encodeURIComponent(text.trim())}`,
  };
  return [...found, search];
}
