import type { Project } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { Icon } from '../parts/icon.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { Problem } from '../parts/problem.tsx';
import { CreateProjectDialog } from '../parts/project/project-dialogs.tsx';
import { projectName, roleIn } from '../parts/project/projects.ts';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';

/** `/projects`: the projects that the person is in, and the way into each. */
export function ProjectsPage() {
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const projects = useQuery(ownerClient.projects(), ownerClient.queryClient);
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  return (
    <Page
      title={words.projects}
      actions={
        <button type="button" className="cv-button" data-kind="primary" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          {words.newProject}
        </button>
      }
    >
      <p className="cv-quiet lead">{words.projectsHint}</p>
      {projects.error ? <Problem error={projects.error} retry={() => void projects.refetch()} /> : null}
      {projects.data ? (
        <ProjectTable projects={projects.data} me={me.data?.uuid ?? null} ownDefault={me.data?.default_project_uuid} />
      ) : projects.error ? null : (
        <div className="list-skeleton" role="status">
          <span className="cv-hidden">{words.loading}</span>
        </div>
      )}
      {creating ? (
        <CreateProjectDialog
          onClose={() => setCreating(false)}
          onMade={({ uuid }) => void navigate({ to: '/project/$uuid', params: { uuid }, search: {} })}
        />
      ) : null}
    </Page>
  );
}

interface ProjectTableProps {
  projects: readonly Project[];
  me: string | null;
  ownDefault: string | null | undefined;
}

function ProjectTable({ projects, me, ownDefault }: ProjectTableProps) {
  if (projects.length === 0) return <p className="cv-quiet">{words.noProjects}</p>;
  return (
    <ListTable
      caption={words.projects}
      columns={[
        { title: words.name },
        { title: words.yourRole },
        { title: words.owner, className: 'wide-only' },
        { title: words.people, className: 'wide-only number' },
        { title: words.actions, hidden: true },
      ]}
    >
      {projects.map((project) => (
        <tr key={project.uuid}>
          <td className="name">
            {project.root_folder_uuid ? (
              <Link className="entry" to="/folder/$uuid" params={{ uuid: project.root_folder_uuid }} search={{}}>
                <Icon name="folder" />
                <span>{projectName(project)}</span>
              </Link>
            ) : (
              projectName(project)
            )}
            {project.uuid === ownDefault ? (
              <>
                {' '}
                <span className="cv-badge">{words.defaultProject}</span>
              </>
            ) : null}
          </td>
          <td>{words.roles[roleIn(project, me)]}</td>
          <td className="wide-only">{project.owner?.username}</td>
          <td className="wide-only number">{project.users.length}</td>
          <td className="row-actions">
            <Link
              className="cv-button"
              to="/project/$uuid"
              params={{ uuid: project.uuid }}
              search={{}}
              aria-label={words.manageNamed(projectName(project))}
            >
              {words.manage}
            </Link>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
