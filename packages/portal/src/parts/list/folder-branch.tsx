import type { Folder } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import type { Destination } from './destination.ts';

/** A folder of a tree, as far as a tree knows it. */
export interface TreeFolder extends Destination {
  name: string;
}

interface FolderBranchProps {
  folder: TreeFolder;
  /** Identifiers of folders that are open at first: those above the one that is shown. */
  opened: ReadonlySet<string>;
  /** What a folder looks like: a link, a button. */
  children: (folder: TreeFolder) => ReactNode;
}

/** A folder and, opened, the folders in it, read when they are looked at. */
export function FolderBranch({ folder, opened, children }: FolderBranchProps) {
  const id = useId();
  const led = opened.has(folder.uuid);
  const [open, setOpen] = useState(led);
  const [empty, setEmpty] = useState(false);
  useEffect(() => {
    if (led) setOpen(true);
  }, [led]);
  return (
    <li>
      <div className="tree-row">
        <button
          type="button"
          className="tree-toggle"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={listWords.showFolders(folder.name)}
          data-empty={(open && empty) || undefined}
          onClick={() => setOpen(!open)}
        >
          <svg viewBox="0 0 16 16" className="cv-icon" aria-hidden="true">
            <path d="M6 3.5l4.500 4.500L6 12.500" />
          </svg>
        </button>
        {children(folder)}
      </div>
      {open ? (
        <ul id={id} className="tree-inside" aria-label={listWords.showFolders(folder.name)}>
          <Inside folder={folder} opened={opened} page={0} onEmpty={setEmpty}>
            {children}
          </Inside>
        </ul>
      ) : null}
    </li>
  );
}

interface InsideProps extends FolderBranchProps {
  page: number;
  onEmpty?: (empty: boolean) => void;
}

/** A page of the folders in a folder, and the way to the next. */
function Inside({ folder, opened, page, onEmpty, children }: InsideProps) {
  const [more, setMore] = useState(false);
  const { data } = useQuery(ownerClient.subfolders(folder.uuid, page), ownerClient.queryClient);
  const empty = data?.folders.length === 0;
  useEffect(() => onEmpty?.(empty), [empty, onEmpty]);
  if (!data) return null;
  const inside = ({ uuid, name }: Folder): TreeFolder => ({
    uuid,
    name,
    above: [...folder.above, folder.uuid],
    ...(folder.writable === undefined ? {} : { writable: folder.writable }),
  });
  return (
    <>
      {data.folders.map((one) => (
        <FolderBranch key={one.uuid} folder={inside(one)} opened={opened}>
          {children}
        </FolderBranch>
      ))}
      {page + 1 >= data.num_pages ? null : more ? (
        <Inside folder={folder} opened={opened} page={page + 1}>
          {children}
        </Inside>
      ) : (
        <li>
          <button type="button" className="cv-button" data-kind="quiet" data-dense="" onClick={() => setMore(true)}>
            {listWords.moreFolders}
          </button>
        </li>
      )}
    </>
  );
}
