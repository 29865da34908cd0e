import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { useFolderDrop } from '../list/drag.ts';
import { FolderBranch, type TreeFolder } from '../list/folder-branch.tsx';
import { useProjectRoots } from '../list/move-dialog.tsx';
import { ProjectSwitcher } from '../project/project-switcher.tsx';

/** Projects that the side bar lists; others are found by name. */
const mostProjects = 8;

/** The trees of folders: the person's own, and those of other projects. What is dragged can be dropped on each folder. */
export function FolderLinks() {
  const [own, ...others] = useProjectRoots();
  const projects = useQuery(ownerClient.projects(), ownerClient.queryClient);
  const shown = /^\/folder\/([0-9a-f-]{36})$/.exec(useLocation().pathname)?.[1] ?? null;
  const folder = useQuery({ ...ownerClient.folder(shown ?? ''), enabled: shown !== null }, ownerClient.queryClient);
  const opened = useMemo(() => {
    // The person's own folders are open, and those above the folder that is shown.
    const path = folder.data?.path.map(({ uuid }) => uuid) ?? [];
    return new Set([...(own ? [own.uuid] : []), ...path.slice(0, -1)]);
  }, [folder.data, own]);
  return (
    <>
      {own ? (
        <ul className="tree">
          <FolderBranch folder={own} opened={opened}>
            {(one) => <FolderLink folder={one} />}
          </FolderBranch>
        </ul>
      ) : (
        // Its place is kept until it is known where the folder is: a link to anywhere else would swallow the click of a person who is quick.
        <span className="side-link">{words.allItems}</span>
      )}
      <Link to="/projects" search={{}} className="side-link">
        {words.projects}
      </Link>
      {others.length > 0 ? (
        <ul className="tree side-projects" aria-label={words.projects}>
          {others.slice(0, mostProjects).map((root) => (
            <FolderBranch key={root.uuid} folder={root} opened={opened}>
              {(one) => <FolderLink folder={one} />}
            </FolderBranch>
          ))}
        </ul>
      ) : null}
      {others.length > mostProjects ? (
        <div className="side-find">
          <ProjectSwitcher projects={projects.data ?? []} />
        </div>
      ) : null}
    </>
  );
}

function FolderLink({ folder }: { folder: TreeFolder }) {
  const drop = useFolderDrop(folder);
  return (
    <Link
      {...drop}
      to="/folder/$uuid"
      params={{ uuid: folder.uuid }}
      search={{}}
      className="side-link"
      title={folder.name}
      activeOptions={{ includeSearch: false }}
    >
      {folder.name}
    </Link>
  );
}
