import type { StructureMatch, StructureQuery } from '@cuvette/core/entities';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import { DeleteDialog, RenameDialog } from '../folder/entry-dialogs.tsx';
import { Pager } from '../pager.tsx';
import { entryPath, type FolderEntry } from '../paths.ts';
import { ShareDialog } from '../share/share-dialog.tsx';
import { useColumnChoice } from './column-choice.ts';
import { propertiesOf, useColumnSources } from './column-values.ts';
import type { EntryAction } from './entry-menu.tsx';
import { EntryRow } from './entry-row.tsx';
import { ListHead, type ListOrder } from './list-head.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { choose, type ListSelection, nothingSelected } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useDrawings } from './use-drawings.ts';
import { useListKeys } from './use-list-keys.ts';

export type { ListOrder };

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
  /** The search by structure that the rows answer: its molecules are drawn, whether the list has drawings otherwise or not. */
  structure?: StructureQuery | null | undefined;
  /** The molecule of each row that it found. */
  matches?: Readonly<Record<string, StructureMatch>> | undefined;
  selection: ListSelection<FolderEntry>;
  /** Folders above what is shown: the tree of the move dialog opens at them. */
  above: ReadonlySet<string>;
  onPage: (page: number) => void;
  onOrder: (order: ListOrder) => void;
  onSelection: (change: (selection: ListSelection<FolderEntry>) => ListSelection<FolderEntry>) => void;
}

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
  const structure = props.structure ?? null;
  const withDrawings = choice.structures || structure !== null;
  const { drawings, drawnHere } = useDrawings(client, rows, withDrawings, structure);
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

  const onKeyDown = useListKeys(body, rows, selection, { onChoose, onSelection });

  if (rows.length === 0 && page === 1) return props.empty;
  // Looked up anew: a poll may bring another state of what is asked about.
  const about = asked ? (rows.find(({ data }) => data.uuid === asked.uuid) ?? asked.entry) : null;
  const close = () => setAsked(null);
  return (
    <section aria-label={props.caption} data-found={structure !== null || undefined} onKeyDown={onKeyDown}>
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
          <ListHead
            rows={rows}
            selected={selection.entries}
            onSelection={onSelection}
            {...{ order, onOrder, properties, readOnly }}
            structures={withDrawings}
          />
          <tbody ref={body}>
            {rows.map((entry) => (
              <EntryRow
                key={entry.data.uuid}
                entry={entry}
                selected={selection.entries.has(entry.data.uuid)}
                shared={shared}
                link={link}
                readOnly={readOnly}
                structures={withDrawings}
                match={props.matches?.[entry.data.uuid] ?? null}
                drawing={drawings[entry.data.uuid]}
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
