import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import { words } from '../../words.ts';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icon.tsx';
import type { FolderEntry } from '../paths.ts';
import { projectName, roleIn } from '../project/projects.ts';
import { useAction } from '../use-action.ts';
import { moveProblem } from './destination.ts';
import { FolderBranch, type TreeFolder } from './folder-branch.tsx';
import { moveTo } from './move.ts';

interface MoveDialogProps {
  entries: readonly FolderEntry[];
  /** Folders that are open at first: those above what is moved. */
  opened: ReadonlySet<string>;
  onClose: () => void;
}

/** Lets the person choose a folder of any of their projects and moves entries there. What cannot be is shown at once, with the reason. */
export function MoveDialog({ entries, opened, onClose }: MoveDialogProps) {
  const [chosen, setChosen] = useState<TreeFolder | null>(null);
  const { busy, problem, run } = useAction(onClose);
  const roots = useProjectRoots();
  const reason = chosen ? moveProblem(entries, chosen) : null;
  const move = () => {
    if (chosen) void run(() => moveTo(entries, chosen));
  };
  return (
    <Dialog
      title={listWords.moveTitle(entries.length)}
      onClose={onClose}
      onSubmit={move}
      submitLabel={listWords.moveHere}
      submitDisabled={busy || chosen === null || reason !== null}
      problem={problem ?? reason}
    >
      <p className="cv-quiet">{listWords.chooseFolder}</p>
      <ul className="tree tree-box" aria-label={listWords.chooseFolder}>
        {roots.map((root) => (
          <FolderBranch key={root.uuid} folder={root} opened={opened}>
            {(folder) => (
              <button
                type="button"
                className="tree-name"
                aria-pressed={chosen?.uuid === folder.uuid}
                onClick={() => setChosen(folder)}
              >
                <Icon name="folder" />
                <span>{folder.name}</span>
              </button>
            )}
          </FolderBranch>
        ))}
      </ul>
    </Dialog>
  );
}

/** The root folders of the person's projects, the default project's first, as "My items". */
export function useProjectRoots(): TreeFolder[] {
  const me = useQuery(ownerClient.me(), ownerClient.queryClient).data;
  const projects = useQuery(ownerClient.projects(), ownerClient.queryClient).data;
  return useMemo(() => {
    const root = (uuid: string, name: string, writable: boolean): TreeFolder => ({ uuid, name, above: [], writable });
    const own = me?.root_folder_uuid ? [root(me.root_folder_uuid, words.allItems, true)] : [];
    const others = (projects ?? []).flatMap((project) =>
      project.root_folder_uuid && project.uuid !== me?.default_project_uuid
        ? [root(project.root_folder_uuid, projectName(project), roleIn(project, me?.uuid ?? null) !== 'viewer')]
        : [],
    );
    return [...own, ...others];
  }, [me, projects]);
}
