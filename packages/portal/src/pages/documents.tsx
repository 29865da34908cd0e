import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient } from '../clients.ts';
import { DocumentRow } from '../parts/documents/document-row.tsx';
import MakeDocumentDialog from '../parts/documents/make-document-dialog.tsx';
import { documentWords as texts } from '../parts/documents/words.ts';
import { Pager } from '../parts/pager.tsx';
import { Problem } from '../parts/problem.tsx';
import '../styles/documents.css';
import { words } from '../words.ts';
import { ProjectPart } from './project-part.tsx';

/** `/project/{uuid}/documents`: the supporting information that was made from a project's items. */
export function DocumentsPage() {
  const { uuid } = useParams({ from: '/app/project/$uuid/documents' });
  const { page = 1 } = useSearch({ from: '/app/project/$uuid/documents' });
  const navigate = useNavigate();
  const [making, setMaking] = useState(false);
  const list = useQuery(ownerClient.documents(uuid, page - 1), ownerClient.queryClient);
  const documents = list.data?.documents ?? [];
  return (
    <ProjectPart
      uuid={uuid}
      title={words.supportingInformation}
      titleOf={texts.titleOf}
      hint={texts.hint}
      action={{ label: texts.ofProject, primary: false, onClick: () => setMaking(true) }}
    >
      {() => (
        <>
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
        </>
      )}
    </ProjectPart>
  );
}
