import { nameProblem, type Project, type ProjectUser } from '@cuvette/core/entities';
import { texts } from '@cuvette/core/texts';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { words } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { say } from './messages.tsx';
import { NameField } from './name-field.tsx';
import { projectName } from './projects.ts';
import { useAction } from './use-action.ts';

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
  const { busy, problem, run } = useAction(() => {
    onClose();
    say(texts.projectDeleted);
    onDone();
  });
  return (
    <Dialog
      title={words.deleteNamed(projectName(project))}
      onClose={onClose}
      onSubmit={() => void run(() => ownerClient.deleteProject(project.uuid))}
      submitLabel={words.delete}
      submitDisabled={busy}
      danger
      problem={problem}
    >
      <p>{words.deleteProjectHint}</p>
    </Dialog>
  );
}

interface PersonDialogProps extends ProjectDialogProps {
  person: ProjectUser;
}

/** Gives a project to somebody else after the person has said yes. */
export function ReassignDialog({ project, person, onClose }: PersonDialogProps) {
  const { busy, problem, run } = useAction(onClose);
  return (
    <Dialog
      title={words.reassignTitle(projectName(project), person.username)}
      onClose={onClose}
      onSubmit={() => void run(() => ownerClient.reassignProject(project.uuid, person.uuid))}
      submitLabel={words.reassign}
      submitDisabled={busy}
      danger
      problem={problem}
    >
      <p>{words.reassignHint(person.username)}</p>
    </Dialog>
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
  const { busy, problem, run } = useAction(() => {
    onClose();
    onDone();
  });
  return (
    <Dialog
      title={self ? words.leaveTitle(projectName(project)) : words.removeTitle(person.username)}
      onClose={onClose}
      onSubmit={() => void run(() => ownerClient.removeFromProject(project.uuid, person.uuid))}
      submitLabel={self ? words.leave : words.remove}
      submitDisabled={busy}
      danger
      problem={problem}
    >
      <p>{self ? words.leaveHint : words.removeHint}</p>
    </Dialog>
  );
}
