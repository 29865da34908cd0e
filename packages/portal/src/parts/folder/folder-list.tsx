import { itemLabels } from '@cuvette/core/entities';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ownerClient, useClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { Icon } from '../icon.tsx';
import { Pager } from '../pager.tsx';
import { PathLink } from '../path-link.tsx';
import { entryPath, type FolderEntry, typeTitle } from '../paths.ts';
import { ShareDialog } from '../share/share-dialog.tsx';
import { Time } from '../time.tsx';
import { DeleteDialog, RenameDialog } from './entry-dialogs.tsx';
import { Status } from './status.tsx';

interface FolderListProps {
  rows: FolderEntry[];
  page: number;
  pages: number;
  shared: boolean;
  /** Nothing here may be changed: no stars to set, no menus. */
  readOnly: boolean;
  empty: ReactNode;
  onPage: (page: number) => void;
}

/** Items and folders as a table: arrow keys, Home and End move between rows, Enter opens. */
export function FolderList({ rows, page, pages, shared, readOnly, empty, onPage }: FolderListProps) {
  const router = useRouter();
  const { link } = useClient();
  const body = useRef<HTMLTableSectionElement>(null);
  const [renaming, setRenaming] = useState<FolderEntry | null>(null);
  const [deleting, setDeleting] = useState<FolderEntry | null>(null);
  const [sharing, setSharing] = useState<string | null>(null);
  // Looked up anew: a poll may bring another state of what is being shared.
  const shownSharing = rows.find(({ data }) => data.uuid === sharing);

  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(body.current?.querySelectorAll<HTMLAnchorElement>('a.entry') ?? [])];
    const current = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: links.length - 1 }[event.key];
    if (target === undefined || current < 0) return;
    event.preventDefault();
    links[Math.max(0, Math.min(links.length - 1, target))]?.focus();
  };

  if (rows.length === 0 && page === 1) return empty;
  return (
    <>
      <div className="list-box">
        <table className="list">
          <thead>
            <tr>
              {readOnly ? null : (
                <th scope="col" className="narrow">
                  <span className="cv-hidden">{words.starred}</span>
                </th>
              )}
              <th scope="col">{words.name}</th>
              <th scope="col">{words.statusColumn}</th>
              <th scope="col" className="wide-only">
                {words.type}
              </th>
              <th scope="col" className="wide-only">
                {words.updated}
              </th>
              {readOnly ? null : (
                <th scope="col" className="narrow">
                  <span className="cv-hidden">{words.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={onKeyDown}>
            {rows.map((entry) => (
              <tr
                key={entry.data.uuid}
                onClick={(event) => {
                  // The whole row opens, but never instead of a control in it or a selected text.
                  if ((event.target as Element).closest('a, button, details') || getSelection()?.toString()) return;
                  router.history.push(entryPath(entry, shared, link));
                }}
              >
                {readOnly ? null : (
                  <td className="narrow">
                    <StarButton entry={entry} />
                  </td>
                )}
                <td className="name">
                  <PathLink className="entry" href={entryPath(entry, shared, link)}>
                    <Icon name={entry.type === 'folder' ? 'folder' : 'item'} />
                    <span>{entry.data.name}</span>
                  </PathLink>
                  {labelsOf(entry).map((label) => (
                    <span key={label} className="cv-badge">
                      {label}
                    </span>
                  ))}
                </td>
                <td>{entry.type === 'workflow' ? <Status item={entry.data} /> : null}</td>
                <td className="wide-only type">
                  {entry.type === 'workflow' ? typeTitle(entry.data.object_type) : words.folder}
                </td>
                <td className="wide-only when">
                  <Time iso={entry.data.updated_at ?? entry.data.created_at ?? ''} />
                </td>
                {readOnly ? null : (
                  <td className="narrow">
                    <EntryMenu
                      name={entry.data.name}
                      onRename={() => setRenaming(entry)}
                      onShare={() => setSharing(entry.data.uuid)}
                      onDelete={() => setDeleting(entry)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager page={page} pages={pages} onPage={onPage} />
      {renaming ? <RenameDialog entry={renaming} onClose={() => setRenaming(null)} /> : null}
      {shownSharing ? <ShareDialog entry={shownSharing} onClose={() => setSharing(null)} /> : null}
      {deleting ? <DeleteDialog entry={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

/** The specification's labels without the status, which has a column of its own. */
function labelsOf(entry: FolderEntry): string[] {
  if (entry.type === 'workflow') return itemLabels(entry.data).slice(1);
  const { data } = entry;
  const sharing = data.public ? [words.shared] : data.ancestor_is_public ? [words.ancestorShared] : [];
  return data.starred ? [...sharing, words.starred] : sharing;
}

function StarButton({ entry }: { entry: FolderEntry }) {
  const { uuid, name, starred } = entry.data;
  const toggle = () =>
    entry.type === 'workflow'
      ? ownerClient.updateWorkflow(uuid, { starred: !starred })
      : ownerClient.updateFolder(uuid, { starred: !starred });
  return (
    <button
      type="button"
      className="cv-button"
      data-kind="quiet"
      data-icon-only=""
      data-dense=""
      aria-pressed={starred}
      aria-label={words.starNamed(name)}
      onClick={() => toggle().catch(() => ownerClient.queryClient.invalidateQueries())}
    >
      <Icon name="star" filled={starred} />
    </button>
  );
}

interface EntryMenuProps {
  name: string;
  onRename: () => void;
  onShare: () => void;
  onDelete: () => void;
}

function EntryMenu({ name, onRename, onShare, onDelete }: EntryMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const choose = (action: () => void) => () => {
    if (details.current) details.current.open = false;
    // What the menu opens gives the focus back to where it was now: the entry itself is hidden by then.
    details.current?.querySelector('summary')?.focus();
    action();
  };
  return (
    <details
      ref={details}
      className="menu"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary
        className="cv-button"
        data-kind="quiet"
        data-icon-only=""
        data-dense=""
        aria-label={words.actionsFor(name)}
      >
        <Icon name="more" />
      </summary>
      <div className="menu-items">
        <button type="button" className="cv-button" data-kind="quiet" onClick={choose(onRename)}>
          {words.rename}
        </button>
        <button type="button" className="cv-button" data-kind="quiet" onClick={choose(onShare)}>
          {words.share}
        </button>
        <button type="button" className="cv-button" data-kind="danger" onClick={choose(onDelete)}>
          {words.delete}
        </button>
      </div>
    </details>
  );
}
