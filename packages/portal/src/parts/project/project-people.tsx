import type { Project, ProjectUser } from '@cuvette/core/entities';
import { useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { words } from '../../words.ts';
import { AddressForm } from '../address-form.tsx';
import { useAction } from '../use-action.ts';
import { ReassignDialog, RemovePersonDialog } from './project-dialogs.tsx';

/** Roles that the owner gives. */
type GivenRole = 'member' | 'viewer';

interface ProjectPeopleProps {
  project: Project;
  /** The person who looks. */
  me: string | null;
  isOwner: boolean;
  /** Called when the person has left. */
  onLeft: () => void;
}

/** Lists the people of a project with their roles; its owner adds people, changes roles, removes people and transfers the project. */
export function ProjectPeople({ project, me, isOwner, onLeft }: ProjectPeopleProps) {
  const [removing, setRemoving] = useState<ProjectUser | null>(null);
  const [heir, setHeir] = useState<ProjectUser | null>(null);
  const role = useAction(() => {});
  return (
    <section aria-labelledby="people">
      <h2 id="people">{words.people}</h2>
      <p className="cv-quiet lead">{words.rolesHint}</p>
      <div className="list-box">
        <table className="list plain">
          <caption className="cv-hidden">{words.people}</caption>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.role}</th>
              <th scope="col">
                <span className="cv-hidden">{words.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {project.users.map((person) => (
              <tr key={person.uuid}>
                <td className="name">
                  {nameOf(person)} {person.uuid === me ? <span className="cv-badge">{words.you}</span> : null}
                </td>
                <td>
                  {isOwner && person.role !== 'owner' ? (
                    <select
                      aria-label={words.roleOf(person.username)}
                      value={person.role ?? 'viewer'}
                      disabled={role.busy}
                      onChange={(event) => {
                        const next = event.target.value as GivenRole;
                        void role.run(() => ownerClient.addToProject(project.uuid, person.username, next));
                      }}
                    >
                      <GivenRoles />
                    </select>
                  ) : (
                    words.roles[person.role ?? 'viewer']
                  )}
                </td>
                <td className="row-actions">
                  {isOwner && person.role !== 'owner' && !project.is_default ? (
                    <button
                      type="button"
                      className="cv-button"
                      aria-label={words.reassignTo(person.username)}
                      onClick={() => setHeir(person)}
                    >
                      {words.reassign}
                    </button>
                  ) : null}
                  {person.role !== 'owner' && (isOwner || person.uuid === me) ? (
                    <button
                      type="button"
                      className="cv-button"
                      data-kind="danger"
                      aria-label={person.uuid === me ? words.leave : words.removeNamed(person.username)}
                      onClick={() => setRemoving(person)}
                    >
                      {person.uuid === me ? words.leave : words.remove}
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {role.problem ? (
        <p className="problem" role="alert">
          {role.problem}
        </p>
      ) : null}
      {isOwner ? <AddPerson project={project} /> : null}
      {removing ? (
        <RemovePersonDialog
          project={project}
          person={removing}
          self={removing.uuid === me}
          onClose={() => setRemoving(null)}
          onDone={() => removing.uuid === me && onLeft()}
        />
      ) : null}
      {heir ? <ReassignDialog project={project} person={heir} onClose={() => setHeir(null)} /> : null}
    </section>
  );
}

function nameOf({ username, firstname, lastname }: ProjectUser): string {
  const full = [firstname, lastname].filter(Boolean).join(' ');
  return full ? `${full} (${username})` : username;
}

function GivenRoles() {
  return (
    <>
      <option value="member">{words.roles.member}</option>
      <option value="viewer">{words.roles.viewer}</option>
    </>
  );
}

function AddPerson({ project }: { project: Project }) {
  const [role, setRole] = useState<GivenRole>('member');
  const [added, setAdded] = useState('');
  const add = async (person: string) => {
    setAdded('');
    await ownerClient.addToProject(project.uuid, person, role);
    setAdded(words.personAdded(person));
  };
  return (
    <AddressForm
      heading={<h3>{words.addPerson}</h3>}
      label={words.add}
      hint={words.addPersonHint}
      more={
        <div className="field">
          <label htmlFor="add-person-role">{words.role}</label>
          <select id="add-person-role" value={role} onChange={(event) => setRole(event.target.value as GivenRole)}>
            <GivenRoles />
          </select>
        </div>
      }
      action={add}
    >
      <p role="status">{added}</p>
    </AddressForm>
  );
}
