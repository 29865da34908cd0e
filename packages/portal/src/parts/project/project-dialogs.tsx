import { nameProblem, type Project, type ProjectUser } from '@cuvette/core/entities';
import { texts } from '@cuvette/core/texts';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { NameField } from '../name-field.tsx';
import { say } from '../shell/messages.tsx';
import { useAction } from '../use-action.ts';
import { projectName } from './projects.ts';

/** Asks for a name and makes a project. */
export function CreateProjectDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: Project) => void }) {
  const [name, setName] = useState('');
  const { busy, problem, run } = useAction(onClose);
  return (
    <Dialog
      title={words.newProject}
      onClose={onClose}
      onSubmit={() => void run(async () => onMade(await ownerClient.createProject(name.trim())))}
      submitLabel={words.create}
      submitDisabled={busy || nameProblem(name) !== null}
      problem={problem}
    >
      <NameField value={name} onChange={setName} />
    </Dialog>
  );
}

interface ProjectDialogProps {
  project: Project;
  onClose: () => void;
}

/** Gives a project another name. */
export function RenameProjectDialog({ project, onClose }: ProjectDialogProps) {
  const [name, setName] = useState(project.name ?? '');
  const { busy, problem, run } = useAction(onClose);
  return (
    <Dialog
      title={words.renameNamed(projectName(project))}
      onClose={onClose}
      onSubmit={() => void run(() => ownerClient.renameProject(project.uuid, name.trim()))}
      submitLabel={words.rename}
      submitDisabled={busy || nameProblem(name) !== null || name.trim() === project.name}
      problem={problem}
    >
      <NameField value={name} onChange={setName} />
    </Dialog>
  );
}

/** Deletes a project with everything in it after the person has said yes. */
export function DeleteProjectDialog({ project, onClose, onDone }: ProjectDialogProps & { onDone: () => void }) {
  return (
    <ConfirmDialog
      title={words.deleteNamed(projectName(project))}
      hint={words.deleteProjectHint}
      label={words.delete}
      action={() => ownerClient.deleteProject(project.uuid)}
      onClose={onClose}
      onDone={() => {
        say(texts.projectDeleted);
        onDone();
      }}
    />
  );
}

interface PersonDialogProps extends ProjectDialogProps {
  person: ProjectUser;
}

/** Gives a project to somebody else after the person has said yes. */
export function ReassignDialog({ project, person, onClose }: PersonDialogProps) {
  return (
    <ConfirmDialog
      title={words.reassignTitle(projectName(project), person.username)}
      hint={words.reassignHint(person.username)}
      label={words.reassign}
      action={() => ownerClient.reassignProject(project.uuid, person.uuid)}
      onClose={onClose}
    />
  );
}

/** Takes somebody out of a project, or lets the person leave it, after they have said yes. */
export function RemovePersonDialog({
  project,
  person,
  self,
  onClose,
  onDone,
}: PersonDialogProps & { self: boolean; onDone: () => void }) {
  return (
    <ConfirmDialog
      title={self ? words.leaveTitle(projectName(project)) : words.removeTitle(person.username)}
      hint={self ? words.leaveHint : words.removeHint}
      label={self ? words.leave : words.remove}
      action={() => ownerClient.removeFromProject(project.uuid, person.uuid)}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
