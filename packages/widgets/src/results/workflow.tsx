import { ApiError, type Client } from '@cuvette/core/client';
import { status, type WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import { entryOfType, hrefOfItem } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo } from 'react';
import { useEmit, useWords } from '../elements/context.tsx';
import { Callout, EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';
import { GenericResult } from './generic.tsx';
import css from './results.css?inline';
import { useSessionState } from './use-session.ts';
import { useSheet } from './use-sheet.ts';
import { type SourceProps, useClient, useSharedSession } from './use-source.ts';
import { ViewBoundary } from './view-boundary.tsx';
import { viewOf } from './views.tsx';

export interface WorkflowProps extends SourceProps {
  /** An item that is already here; nothing is read for it, and it is not polled. */
  item?: WorkflowItem | undefined;
  /** The tab to open. */
  tab?: string | undefined;
  /** The only type to show; any by default. */
  type?: string | undefined;
  /** Leave out the link to the item's own page. */
  noLink?: boolean | undefined;
}

/** Any workflow item: reads it, keeps it fresh while it runs, and shows it with the view of its type. */
export function Workflow(props: WorkflowProps) {
  useSheet(css);
  const words = useWords();
  const client = useClient(props);
  const { workflow, src, item, session: sessionName } = props;
  const uuid = item?.uuid ?? workflow ?? '';
  const session = useSharedSession(sessionName ?? (uuid || src || ''));
  if (!item && !workflow && src === undefined) {
    return <EmptyState title={words.errors.noSource} detail={words.errors.noSourceDetail} />;
  }
  if (!session) return <Waiting />;
  return <Read {...props} key={`${src ?? ''} ${uuid}`} client={client} session={session} uuid={uuid} />;
}

type ReadProps = Omit<WorkflowProps, 'client' | 'session'> & { client: Client; session: Session; uuid: string };

function Read({ client, session, uuid, item: given, tab, type, noLink = false }: ReadProps) {
  const words = useWords();
  const emit = useEmit();
  const query = useQuery({ ...client.workflow(uuid), enabled: given === undefined }, client.queryClient);
  const item = given ?? query.data;
  const problem = given ? null : (query.error ?? query.failureReason);
  const offline = problem instanceof ApiError ? problem.status === 0 : query.fetchStatus === 'paused';

  useEffect(() => {
    if (tab !== undefined) session.setTab(tab);
  }, [session, tab]);
  useEffect(() => {
    if (item) emit('cuvette-load', { item });
    // The event belongs to the item, not to the emitter of this render.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  }, [item]);
  useEffect(() => {
    if (query.error) emit('cuvette-error', { message: query.error.message, error: query.error });
    // biome-ignore lint/correctness/useExhaustiveDependencies: one event for each error
  }, [query.error]);
  useSelectionEvents(session, item !== undefined);

  if (!item) {
    if (offline || query.error) {
      return <NotRead problem={problem} offline={offline} retry={() => void query.refetch()} />;
    }
    return <Waiting />;
  }
  if (type !== undefined && item.object_type !== type) {
    const title = (name: string) => entryOfType(name)?.title ?? name;
    return (
      <EmptyState
        title={words.elements.wrongType(title(type))}
        detail={words.elements.wrongTypeDetail(title(item.object_type))}
      />
    );
  }
  return (
    <>
      {offline ? (
        <div className="cv-result-state" role="status">
          <Callout tone="okay">{words.result.offlineKept}</Callout>
        </div>
      ) : null}
      <Shown item={item} client={client} session={session} noLink={noLink} />
    </>
  );
}

interface ShownProps {
  item: WorkflowItem;
  client: Client;
  session: Session;
  noLink: boolean;
}

function Shown({ item, client, session, noLink }: ShownProps) {
  const words = useWords();
  const emit = useEmit();
  const View = useMemo(() => viewOf(item.object_type), [item.object_type]);
  const onServer = client.kind !== 'bundle';
  const view = {
    item,
    client,
    session,
    pageAddress:
      onServer && !noLink && isEmbedded(client)
        ? `${client.origin}${hrefOfItem(item, { public: client.kind === 'shared' })}`
        : null,
    logAddress: client.kind === 'owner' && hasLog(item) ? `${client.origin}/api/workflow/${item.uuid}/log` : null,
  };
  return (
    <ViewBoundary
      data={item}
      words={words}
      fallback={<GenericResult {...view} definition={null} />}
      onError={(error) =>
        emit('cuvette-error', { message: error instanceof Error ? error.message : String(error), error })
      }
    >
      <Suspense fallback={<Waiting />}>
        <View {...view} />
      </Suspense>
    </ViewBoundary>
  );
}

/** Says when another structure or other atoms become the chosen ones. */
function useSelectionEvents(session: Session, ready: boolean): void {
  const emit = useEmit();
  const { structure, atoms } = useSessionState(session);
  useEffect(() => {
    if (ready && structure !== null) emit('cuvette-select', { structure, atoms });
    // biome-ignore lint/correctness/useExhaustiveDependencies: one event for each choice
  }, [structure, atoms, ready]);
}

/** A skeleton of the size of what replaces it. */
function Waiting() {
  const words = useWords();
  return (
    <div className="cv-loading" aria-busy="true">
      <Skeleton height={28} width="40%" label={words.result.loading} />
      <Skeleton height={420} />
    </div>
  );
}

/** Not found, not allowed, offline or unreadable: each in its own words, with what to do. */
function NotRead({ problem, offline, retry }: { problem: unknown; offline: boolean; retry: () => void }) {
  const { result } = useWords();
  const again = { label: result.tryAgain, run: retry };
  if (offline) return <ErrorState title={result.offlineTitle} detail={result.offline} action={again} />;
  if (problem instanceof ApiError && (problem.status === 404 || problem.status === 410)) {
    return <EmptyState title={result.notFoundTitle} detail={result.notFound} />;
  }
  if (problem instanceof ApiError && (problem.status === 401 || problem.status === 403)) {
    return <EmptyState title={result.notAllowedTitle} detail={result.notAllowed} action={again} />;
  }
  const detail = problem instanceof ApiError ? problem.detail : result.readFailed;
  return <ErrorState title={result.readFailedTitle} detail={detail} action={again} />;
}

function hasLog(item: WorkflowItem): boolean {
  return ![status.queued, status.awaitingQueue, status.draft].includes(item.object_status as 0 | 5 | 6);
}

/** Whether this view stands in somebody else's page: in a frame, or on a page of another origin than its server's. */
function isEmbedded(client: Client): boolean {
  return window.self !== window.top || (client.origin !== '' && client.origin !== location.origin);
}
