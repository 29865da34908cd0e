import type { Project } from '@cuvette/core/entities';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ownerClient } from '../clients.ts';
import { Icon } from '../parts/icon.tsx';
import { hasStatus } from '../parts/problem.tsx';
import { projectName } from '../parts/project/projects.ts';
import { Page } from '../parts/shell/page.tsx';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

interface ProjectPartProps {
  /** The project's identifier. */
  uuid: string;
  /** The heading until the name of the project is known. */
  title: string;
  titleOf: (project: string) => string;
  /** What the page is for, in a sentence. */
  hint: string;
  /** The button for those who may change the project. */
  action: { label: string; primary: boolean; onClick: () => void };
  /** What is below the heading; the project is undefined until it was read. */
  children: (project: Project | undefined) => ReactNode;
}

/** A page of what belongs to one project: its heading with the way back, its button, and what is shown where there is no such project. */
export function ProjectPart({ uuid, title, titleOf, hint, action, children }: ProjectPartProps) {
  const { data, error } = useQuery(ownerClient.project(uuid), ownerClient.queryClient);
  if (hasStatus(error, 404) || hasStatus(error, 400)) return <NotFoundNotice />;
  return (
    <Page
      title={data ? titleOf(projectName(data)) : title}
      above={
        <p className="above">
          <Link to="/project/$uuid" params={{ uuid }} search={{}}>
            {data ? projectName(data) : words.projects}
          </Link>
        </p>
      }
      actions={
        data && !data.has_edit_access ? null : (
          <button
            type="button"
            className="cv-button"
            data-kind={action.primary ? 'primary' : undefined}
            disabled={!data}
            onClick={action.onClick}
          >
            {action.primary ? <Icon name="plus" /> : null}
            {action.label}
          </button>
        )
      }
    >
      <p className="cv-quiet lead">{hint}</p>
      {children(data)}
    </Page>
  );
}
