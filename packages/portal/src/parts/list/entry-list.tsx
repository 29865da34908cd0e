import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import type { ListSort } from '../../search.ts';
import { words } from '../../words.ts';
import { DeleteDialog, RenameDialog } from '../folder/entry-dialogs.tsx';
import { Pager } from '../pager.tsx';
import { entryPath, type FolderEntry } from '../paths.ts';
import { ShareDialog } from '../share/share-dialog.tsx';
import { useColumnChoice } from './column-choice.ts';
import { propertiesOf, useColumnSources } from './column-values.ts';
import type { EntryAction } from './entry-menu.tsx';
import { EntryRow } from './entry-row.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { choose, chooseAll, type ListSelection, nothingSelected } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useDrawings } from './use-drawings.ts';

/** Order of a list: one of the server's, and its direction. */
export interface ListOrder {
  sort: ListSort;
  asc: boolean;
}

/** As the server sorts where nothing else is asked. */
export const naturalOrder: ListOrder = { sort: 'created_at', asc: false };

interface EntryListProps {
  caption: string;
  rows: readonly FolderEntry[];
  page: number;
  pages: number;
  shared: boolean;
  /** Nothing here may be changed: no stars to set, no menus. */
  readOnly: boolean;
  empty: ReactNode;
  order: ListOrder;
  /** Results that the server has not read yet for a property that the list is sorted by. */
  unread?: number | undefined;
  selection: ListSelection<FolderEntry>;
  /** Folders above what is shown: the tree of the move dialog opens at them. */
  above: ReadonlySet<string>;
  onPage: (page: number) => void;
  onOrder: (order: ListOrder) => void;
  onSelection: (change: (selection: ListSelection<FolderEntry>) => ListSelection<FolderEntry>) => void;
}

/** Columns by which the server sorts. */
const sortable = [
  { sort: 'name', title: words.name, className: '', first: true },
  { sort: 'object_status', title: words.statusColumn, className: '', first: true },
  { sort: 'object_type', title: words.type, className: 'wide-only', first: true },
  { sort: 'created_at', title: listWords.created, className: 'widest-only', first: false },
  { sort: 'updated_at', title: words.updated, className: 'wide-only', first: false },
] as const;

/** The first of them say what an entry is; chosen properties stand between them and the times. */
const ofKind = 3;

/**
 * Items and folders as a table. A click selects, Ctrl or Cmd adds, Shift takes a range; arrow keys, Home and End move between rows, with Shift they
 * select on the way; Space selects, Ctrl+A selects all, Escape nothing; Enter and a double click open.
 */
export function EntryList(props: EntryListProps) {
  const { rows, page, pages, shared, readOnly, order, selection, onSelection, onOrder } = props;
  const router = useRouter();
  const client = useClient();
  const { link } = client;
  const body = useRef<HTMLTableSectionElement>(null);
  const [asked, setAsked] = useState<{ action: EntryAction; uuid: string; entry: FolderEntry } | null>(null);
  const choice = useColumnChoice();
  // What the list is sorted by is shown, also where an address says so.
  const ids = useMemo(
    () => (propertiesOf([order.sort]).length > 0 ? [...new Set([...choice.ids, order.sort])] : choice.ids),
    [choice.ids, order.sort],
  );
  const properties = useMemo(() => propertiesOf(ids), [ids]);
  const sources = useColumnSources(client, rows, ids);
  const { drawings, drawnHere } = useDrawings(client, rows, choice.structures);
  // Rows are drawn again only where they changed: what they call looks up the present state.
  const present = useRef({ rows, selection });
  useLayoutEffect(() => {
    present.current = { rows, selection };
  });

  const onChoose = useCallback(
    (uuid: string, keys: { toggle: boolean; range: boolean }) =>
      onSelection((before) => choose(before, present.current.rows, uuid, keys)),
    [onSelection],
  );
  const onOpen = useCallback(
    (entry: FolderEntry) => router.history.push(entryPath(entry, shared, link)),
    [router, shared, link],
  );
  const onAction = useCallback(
    (action: EntryAction, entry: FolderEntry) => setAsked({ action, uuid: entry.data.uuid, entry }),
    [],
  );
  const dragged = useCallback((entry: FolderEntry) => {
    const { entries } = present.current.selection;
    return entries.has(entry.data.uuid) ? [...entries.values()] : [entry];
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    // What is asked about the list has its own keys.
    if (!(target instanceof Element) || target.closest('dialog, .menu-items')) return;
    const links = [...(body.current?.querySelectorAll<HTMLAnchorElement>('a.entry') ?? [])];
    const current = links.findIndex((one) => one.closest('tr')?.contains(document.activeElement));
    const uuid = rows[current]?.data.uuid;
    const command = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape' && selection.entries.size > 0) {
      event.preventDefault();
      return onSelection(() => nothingSelected);
    }
    if (command && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      return onSelection((before) => chooseAll(before, rows));
    }
    if (event.key === ' ' && uuid && target.matches('a.entry')) {
      event.preventDefault();
      return onChoose(uuid, { toggle: !event.shiftKey, range: event.shiftKey });
    }
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: links.length - 1 }[event.key];
    if (next === undefined || current < 0) return;
    event.preventDefault();
    const place = Math.max(0, Math.min(links.length - 1, next));
    const there = rows[place]?.data.uuid;
    if (event.shiftKey && uuid && there) {
      onSelection((before) => {
        // A range begins where the keyboard stood.
        const from = before.anchor === null ? choose(before, rows, uuid, { toggle: false, range: false }) : before;
        return choose(from, rows, there, { toggle: false, range: true });
      });
    }
    links[place]?.focus();
  };

  if (rows.length === 0 && page === 1) return props.empty;
  const byServer = ({ sort, title, className, first }: (typeof sortable)[number]) => (
    <SortHead
      key={sort}
      title={title}
      className={className}
      sorted={order.sort === sort ? order.asc : null}
      onSort={(before) => onOrder({ sort, asc: before === null ? first : !before })}
    />
  );
  const allShown = rows.length > 0 && rows.every(({ data }) => selection.entries.has(data.uuid));
  const someShown = rows.some(({ data }) => selection.entries.has(data.uuid));
  // Looked up anew: a poll may bring another state of what is asked about.
  const about = asked ? (rows.find(({ data }) => data.uuid === asked.uuid) ?? asked.entry) : null;
  const close = () => setAsked(null);
  return (
    <section aria-label={props.caption} onKeyDown={onKeyDown}>
      <SelectionBar
        entries={[...selection.entries.values()]}
        shown={rows}
        shared={shared}
        readOnly={readOnly}
        above={props.above}
        onClear={() => onSelection(() => nothingSelected)}
      />
      <div className="list-box" data-wide={properties.length > 0 || undefined}>
        <table className="list entries">
          <caption className="cv-hidden">{props.caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="narrow tick">
                <input
                  type="checkbox"
                  aria-label={listWords.selectAll}
                  checked={allShown}
                  ref={(box) => {
                    if (box) box.indeterminate = someShown && !allShown;
                  }}
                  onChange={() => onSelection((before) => (allShown ? nothingSelected : chooseAll(before, rows)))}
                />
              </th>
              {readOnly ? null : (
                <th scope="col" className="narrow">
                  <span className="cv-hidden">{words.starred}</span>
                </th>
              )}
              {choice.structures ? (
                <th scope="col" className="narrow wide-only">
                  <span className="cv-hidden">{listWords.structure}</span>
                </th>
              ) : null}
              {sortable.slice(0, ofKind).map(byServer)}
              {properties.map(({ id, title, unit }) => (
                <SortHead
                  key={id}
                  title={unit ? `${title} (${unit})` : title}
                  className="wide-only number"
                  sorted={order.sort === id ? order.asc : null}
                  onSort={(before) => onOrder({ sort: id, asc: before === null || !before })}
                />
              ))}
              {sortable.slice(ofKind).map(byServer)}
              {readOnly ? null : (
                <th scope="col" className="narrow">
                  <span className="cv-hidden">{words.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((entry) => (
              <EntryRow
                key={entry.data.uuid}
                entry={entry}
                selected={selection.entries.has(entry.data.uuid)}
                shared={shared}
                link={link}
                readOnly={readOnly}
                structures={choice.structures}
                drawing={drawings[entry.data.uuid] ?? null}
                drawnHere={drawnHere}
                properties={properties}
                source={sources.get(entry.data.uuid) ?? null}
                onChoose={onChoose}
                onOpen={onOpen}
                onAction={onAction}
                dragged={dragged}
              />
            ))}
          </tbody>
        </table>
      </div>
      {props.unread ? (
        <p className="cv-quiet after-list" role="status">
          {listWords.unreadResults(props.unread)}
        </p>
      ) : null}
      <Pager page={page} pages={pages} onPage={props.onPage} />
      {about && asked?.action === 'rename' ? <RenameDialog entry={about} onClose={close} /> : null}
      {about && asked?.action === 'share' ? <ShareDialog entry={about} onClose={close} /> : null}
      {about && asked?.action === 'delete' ? <DeleteDialog entry={about} onClose={close} /> : null}
      {about && asked?.action === 'move' ? <MoveDialog entries={[about]} opened={props.above} onClose={close} /> : null}
    </section>
  );
}

interface SortHeadProps {
  title: string;
  className: string;
  /** Whether the list is sorted by it, and upwards; null where it is not. */
  sorted: boolean | null;
  onSort: (sorted: boolean | null) => void;
}

function SortHead({ title, className, sorted, onSort }: SortHeadProps) {
  return (
    <th
      scope="col"
      className={className || undefined}
      aria-sort={sorted === null ? undefined : sorted ? 'ascending' : 'descending'}
    >
      <button type="button" className="sort" onClick={() => onSort(sorted)}>
        {title}
        <span aria-hidden="true">{sorted === null ? '' : sorted ? '↑' : '↓'}</span>
      </button>
    </th>
  );
}
