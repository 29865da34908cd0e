import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { DocumentRow } from '../parts/documents/document-row.tsx';
import MakeDocumentDialog from '../parts/documents/make-document-dialog.tsx';
import { documentWords as texts } from '../parts/documents/words.ts';
import { Pager } from '../parts/pager.tsx';
import { hasStatus, Problem } from '../parts/problem.tsx';
import { projectName } from '../parts/project/projects.ts';
import { Page } from '../parts/shell/page.tsx';
import '../styles/documents.css';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `/project/{uuid}/documents`: the supporting information that was made from a project's items. */
export function DocumentsPage() {
  const { uuid } = useParams({ from: '/app/project/$uuid/documents' });
  const { page = 1 } = useSearch({ from: '/app/project/$uuid/documents' });
  const navigate = useNavigate();
  const [making, setMaking] = useState(false);
  const project = useQuery(ownerClient.project(uuid), ownerClient.queryClient);
  const list = useQuery(ownerClient.documents(uuid, page - 1), ownerClient.queryClient);
  if (hasStatus(project.error, 404) || hasStatus(project.error, 400)) return <NotFoundNotice />;
  const { data } = project;
  const documents = list.data?.documents ?? [];
  return (
    <Page
      title={data ? texts.titleOf(projectName(data)) : words.supportingInformation}
      above={
        <p className="above">
          <Link to="/project/$uuid" params={{ uuid }} search={{}}>
            {data ? projectName(data) : words.projects}
          </Link>
        </p>
      }
      actions={
        data?.has_edit_access ? (
          <button type="button" className="cv-button" onClick={() => setMaking(true)}>
            {texts.ofProject}
          </button>
        ) : null
      }
    >
      <p className="cv-quiet lead">{texts.hint}</p>
      {list.error ? <Problem error={list.error} retry={() => void list.refetch()} /> : null}
      {list.data && documents.length === 0 ? <p className="cv-quiet">{texts.none}</p> : null}
      {list.isPending ? <p className="cv-quiet">{words.loading}</p> : null}
      <ul className="document-list">
        {documents.map((document) => (
          <DocumentRow key={document.uuid} document={document} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={list.data?.num_pages ?? 0}
        onPage={(next) =>
          void navigate({
            to: '/project/$uuid/documents',
            params: { uuid },
            search: next > 1 ? { page: next } : {},
          })
        }
      />
      {making ? <MakeDocumentDialog source={{ project_uuid: uuid }} onClose={() => setMaking(false)} /> : null}
    </Page>
  );
}
