import type { Project } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { Icon } from '../parts/icon.tsx';
import { hasStatus, Problem, ProblemLine } from '../parts/problem.tsx';
import { DeleteProjectDialog, RenameProjectDialog } from '../parts/project/project-dialogs.tsx';
import { ProjectPeople } from '../parts/project/project-people.tsx';
import { projectName, roleIn } from '../parts/project/projects.ts';
import { Page } from '../parts/shell/page.tsx';
import { useAction } from '../parts/use-action.ts';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `/project/{uuid}`: the name of a project and the people in it. Its folders are one step away. */
export function ProjectPage() {
  const { uuid } = useParams({ from: '/app/project/$uuid' });
  const navigate = useNavigate();
  const project = useQuery(ownerClient.project(uuid), ownerClient.queryClient);
  const me = useQuery(ownerClient.me(), ownerClient.queryClient);
  if (hasStatus(project.error, 404) || hasStatus(project.error, 400)) return <NotFoundNotice />;
  const { data } = project;
  const isOwner = data !== undefined && roleIn(data, me.data?.uuid ?? null) === 'owner';
  const toList = () => void navigate({ to: '/projects', search: {} });
  return (
    <Page
      key={uuid}
      title={data ? projectName(data) : project.error ? words.project : words.loading}
      above={
        <p className="above">
          <Link to="/projects" search={{}}>
            {words.projects}
          </Link>
        </p>
      }
      actions={data ? <Actions project={data} isOwner={isOwner} onDeleted={toList} /> : null}
    >
      {project.error && !data ? <Problem error={project.error} retry={() => void project.refetch()} /> : null}
      {data ? (
        <>
          <DefaultProject project={data} isOwner={isOwner} ownDefault={me.data?.default_project_uuid ?? null} />
          <ProjectPeople project={data} me={me.data?.uuid ?? null} isOwner={isOwner} onLeft={toList} />
        </>
      ) : project.error ? null : (
        <p className="cv-quiet">{words.loading}</p>
      )}
    </Page>
  );
}

interface ActionsProps {
  project: Project;
  isOwner: boolean;
  onDeleted: () => void;
}

function Actions({ project, isOwner, onDeleted }: ActionsProps) {
  const [question, setQuestion] = useState<'rename' | 'delete' | null>(null);
  const close = () => setQuestion(null);
  return (
    <>
      {project.root_folder_uuid ? (
        <Link
          className="cv-button"
          data-kind="primary"
          to="/folder/$uuid"
          params={{ uuid: project.root_folder_uuid }}
          search={{}}
        >
          <Icon name="folder" />
          {words.openProject}
        </Link>
      ) : null}
      <Link className="cv-button" to="/project/$uuid/structures" params={{ uuid: project.uuid }} search={{}}>
        {words.structures}
      </Link>
      <Link className="cv-button" to="/project/$uuid/documents" params={{ uuid: project.uuid }} search={{}}>
        {words.supportingInformation}
      </Link>
      <Link className="cv-button" to="/project/$uuid/calibrations" params={{ uuid: project.uuid }} search={{}}>
        {words.calibrations}
      </Link>
      {project.has_edit_access ? (
        <button type="button" className="cv-button" onClick={() => setQuestion('rename')}>
          {words.rename}
        </button>
      ) : null}
      {isOwner && !project.is_default ? (
        <button type="button" className="cv-button" data-kind="danger" onClick={() => setQuestion('delete')}>
          {words.delete}
        </button>
      ) : null}
      {question === 'rename' ? <RenameProjectDialog project={project} onClose={close} /> : null}
      {question === 'delete' ? <DeleteProjectDialog project={project} onClose={close} onDone={onDeleted} /> : null}
    </>
  );
}

/** Whether new work goes here by itself, which only a project of one's own can be for. */
function DefaultProject({
  project,
  isOwner,
  ownDefault,
}: {
  project: Project;
  isOwner: boolean;
  ownDefault: string | null;
}) {
  const { busy, problem, run } = useAction(() => {});
  if (project.uuid === ownDefault) return <p className="cv-quiet lead">{words.isDefaultProject}</p>;
  if (!isOwner) return null;
  return (
    <div className="lead">
      <button
        type="button"
        className="cv-button"
        disabled={busy}
        onClick={() => void run(() => ownerClient.setDefaultProject(project.uuid))}
      >
        {words.makeDefault}
      </button>
      <ProblemLine text={problem} />
    </div>
  );
}
