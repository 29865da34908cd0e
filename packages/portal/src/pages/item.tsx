import type { WorkflowItem } from '@cuvette/core/entities';
import { isFinished, status } from '@cuvette/core/entities';
import { entryOfPath, entryOfType } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownerClient, useClient } from '../clients.ts';
import { DeleteDialog, RenameDialog } from '../parts/entry-dialogs.tsx';
import { Icon } from '../parts/icon.tsx';
import { NotesDialog, StopDialog } from '../parts/item-dialogs.tsx';
import { ItemOptions } from '../parts/item-options.tsx';
import { Page } from '../parts/page.tsx';
import { hasStatus, Problem } from '../parts/problem.tsx';
import { ShareDialog } from '../parts/share-dialog.tsx';
import { WorkflowElement } from '../parts/workflow-element.tsx';
import { words } from '../words.ts';
import { NotFoundNotice } from './not-found.tsx';

/** `{type path}/{uuid}` and `/workflow/{uuid}`, own or public: the workflow's element, and around it what its owner can do. */
export function ItemPage() {
  const { uuid = '', type } = useParams({ strict: false });
  const { embed } = useSearch({ strict: false });
  const client = useClient();
  const shared = client !== ownerClient;
  const item = useQuery(client.workflow(uuid), client.queryClient);

  if (type && !entryOfPath(`/${type}`)) return <NotFoundNotice />;
  if (embed) {
    return (
      <>
        <h1 className="cv-hidden">{item.data?.name ?? words.item}</h1>
        <WorkflowElement uuid={uuid} client={client} shared embedded />
      </>
    );
  }
  if (hasStatus(item.error, 404) || hasStatus(item.error, 400)) return <NotFoundNotice />;
  if (item.error && !item.data) {
    return (
      <Page title={words.item}>
        <Problem error={item.error} retry={() => item.refetch()} />
      </Page>
    );
  }
  return (
    <Page
      key={uuid}
      wide
      quietHeading
      title={item.data?.name ?? words.loading}
      above={item.data && !shared ? <Above item={item.data} /> : null}
      actions={item.data && !shared ? <Actions item={item.data} /> : null}
    >
      {item.data && !shared ? <ItemOptions item={item.data} /> : null}
      {item.data?.proteins_in_trash?.map(({ uuid: protein, name }) => (
        <p key={protein} className="lead" role="note">
          {words.trashedProtein(name)} <Link to="/deleted">{words.deleted}</Link>.
        </p>
      ))}
      <WorkflowElement uuid={uuid} client={client} shared={shared} />
    </Page>
  );
}

/** The way back to where the item lies. */
function Above({ item }: { item: WorkflowItem }) {
  return (
    <p className="above">
      <Link to="/folder/$uuid" params={{ uuid: item.parent_uuid }} search={{}}>
        {words.backToFolder}
      </Link>
    </p>
  );
}

type Question = 'rename' | 'notes' | 'share' | 'stop' | 'delete';

function Actions({ item }: { item: WorkflowItem }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const navigate = useNavigate();
  const close = () => setQuestion(null);
  const newPath = newTypeOf(item);
  return (
    <>
      <button
        type="button"
        className="cv-button"
        data-kind="quiet"
        data-icon-only=""
        aria-pressed={item.starred}
        aria-label={words.starNamed(item.name)}
        onClick={() => ownerClient.updateWorkflow(item.uuid, { starred: !item.starred })}
      >
        <Icon name="star" filled={item.starred} />
      </button>
      {isFinished(item.object_status) || item.object_status === status.draft ? null : (
        <button type="button" className="cv-button" data-kind="danger" onClick={() => setQuestion('stop')}>
          {words.stop}
        </button>
      )}
      <button type="button" className="cv-button" onClick={() => setQuestion('rename')}>
        {words.rename}
      </button>
      <button type="button" className="cv-button" onClick={() => setQuestion('notes')}>
        {item.notes ? words.notes : words.addNotes}
      </button>
      <button type="button" className="cv-button" onClick={() => setQuestion('share')}>
        {item.public ? words.sharedAction : words.share}
      </button>
      {newPath ? (
        <Link
          className="cv-button"
          to="/new/$type"
          params={{ type: newPath }}
          search={{ folder: item.parent_uuid, from: item.uuid }}
        >
          {words.resubmit}
        </Link>
      ) : null}
      <a className="cv-button" href={ownerClient.bundleAddress(item.uuid)} download>
        {words.download}
      </a>
      <button type="button" className="cv-button" data-kind="danger" onClick={() => setQuestion('delete')}>
        {words.delete}
      </button>
      {question === 'rename' ? <RenameDialog entry={{ type: 'workflow', data: item }} onClose={close} /> : null}
      {question === 'notes' ? <NotesDialog item={item} onClose={close} /> : null}
      {question === 'share' ? <ShareDialog entry={{ type: 'workflow', data: item }} onClose={close} /> : null}
      {question === 'stop' ? <StopDialog item={item} onClose={close} /> : null}
      {question === 'delete' ? (
        <DeleteDialog
          entry={{ type: 'workflow', data: item }}
          onClose={close}
          onDone={() => navigate({ to: '/folder/$uuid', params: { uuid: item.parent_uuid }, search: {} })}
        />
      ) : null}
    </>
  );
}

/** Last part of the submit page's path for the item's type; null for a type that this build does not know. */
function newTypeOf(item: WorkflowItem): string | null {
  return entryOfType(item.object_type)?.path.slice(1) ?? null;
}
