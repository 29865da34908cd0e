import { ApiError, type Client, createClient, isIdentifier, readState } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import type { Session } from '@cuvette/core/session';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import type { Words } from '../../words.ts';
import { BundleProblem } from '../bundle-problem.ts';
import type { ClientAttributes } from '../client-settings.ts';
import { useEmit, useLiveState, useWords } from '../context.tsx';
import * as kinds from '../given-kinds.ts';
import { isNotSignedIn, isRefusal, isRefused } from '../refusal.ts';
import { rereadWhenFinished } from '../reread-when-finished.ts';
import { useElementClient } from './use-client.ts';
import { useGiven } from './use-given.ts';
import { useProblem } from './use-problem.ts';
import { useSavedState } from './use-saved-state.ts';
import { useSharedSession } from './use-shared-session.ts';

/** What every element that shows an item understands. */
export interface ItemProps extends ClientAttributes {
  /** Identifier of the item; with `src`, empty takes the file's first one. */
  workflow?: string | undefined;
  /** The item itself; then none is read. */
  item?: WorkflowItem | undefined;
  /** Elements with the same name move together; by default those of the same item do. */
  session?: string | undefined;
  /** What to show at first: structure, tab, selected atoms, frame, and how it is viewed, as an earlier `state` event gave it. */
  state?: string | undefined;
}

/** Attributes and properties of those elements, for `defineElement`. */
export const itemAttributes = {
  workflow: 'string',
  src: 'string',
  api: 'string',
  public: 'boolean',
  link: 'string',
  session: 'string',
  state: 'string',
} as const;
export const itemProperties = ['item', 'client'] as const;

export interface OpenItem {
  item: WorkflowItem;
  client: Client;
  session: Session;
  /** The server is away; the item is the last state that was read. */
  offline: boolean;
}

/**
 * The item, client and session that an element shows, or what is there instead. Sends `cuvette-load` and `cuvette-error`.
 * @param waiting what is there while the item is read: a grey box of this height (px, or any CSS length), or a view of its own
 */
export function useItem(
  props: ItemProps,
  waiting: number | string | ReactElement,
): { open: OpenItem; instead: null } | { open: null; instead: ReactNode } {
  const words = useWords();
  const emit = useEmit();
  const given = useElementClient(props);
  const client = given ?? noClient;
  // A bundle says itself what is in it: its first item, where nobody names one.
  const uuid = props.workflow ?? (given?.kind === 'bundle' ? '' : null);
  const givenItem = useGiven('item', props.item, kinds.item);
  const wanted = givenItem === undefined && uuid !== null && given !== null;
  const query = useQuery({ ...client.workflow(uuid ?? ''), enabled: wanted }, client.queryClient);
  const item = givenItem ?? (wanted ? query.data : undefined) ?? null;
  const session = useSavedState(useSharedSession(item ? (props.session ?? item.uuid) : null), props.state);
  // While tries go on, an unreachable server is shown at once rather than after the last of them.
  const away = query.failureReason instanceof ApiError && query.failureReason.status === 0 ? query.failureReason : null;
  const failure = item === null && wanted ? (query.error ?? away) : null;
  const failureWords = failure ? failureText(failure, client, uuid ?? '', words) : null;

  useEffect(() => {
    if (item) emit('cuvette-load', { item });
  }, [item, emit]);
  useEffect(() => {
    if (item) rereadWhenFinished(client, item);
  }, [item, client]);
  useProblem(failureWords ? [failureWords.title, failureWords.detail].join(' ') : null, failure, item ?? uuid);
  useSelectionEvents(session, emit);
  const nothing = !item && given !== null && uuid === null;
  const reading = readState([{ pending: !item && !failure && !nothing, value: item, failed: failure !== null }]);
  useLiveState(reading === 'not-found' ? 'failed' : reading === null && session ? 'drawn' : 'waiting');

  if (item && session) {
    // One try that fails may be a blip; at the second the person learns that what is here is old, not only after the last one.
    const unreachable =
      query.isRefetchError || query.fetchStatus === 'paused' || (away !== null && query.failureCount > 1);
    const offline = wanted && unreachable && !isRefusal(query.error);
    return { open: { item, client, session, offline }, instead: null };
  }
  if (failureWords) {
    const { title, detail } = failureWords;
    return {
      open: null,
      instead: (
        <ErrorState
          title={title}
          detail={detail}
          action={{ label: words.errors.tryAgain, run: () => void query.refetch() }}
        />
      ),
    };
  }
  if (nothing) {
    return { open: null, instead: <EmptyState title={words.errors.noSource} detail={words.errors.noSourceDetail} /> };
  }
  const loading = typeof waiting === 'object' ? waiting : <Skeleton height={waiting} label={words.elements.loading} />;
  return { open: null, instead: loading };
}

/** Stands in while the page still delivers the bundle that an element holds: nothing is read from it. */
const noClient = createClient();

function useSelectionEvents(session: Session | null, emit: ReturnType<typeof useEmit>) {
  useEffect(() => {
    if (!session) return;
    let last = session.getState();
    return session.subscribe(() => {
      const state = session.getState();
      if (state.structure !== last.structure || state.atoms !== last.atoms) {
        emit('cuvette-select', { structure: state.structure, atoms: state.atoms });
      }
      last = state;
    });
  }, [session, emit]);
}

/** The server does not tell what is not shared from what is not there: which of them it is most likely hangs on how it was asked for. */
const notFoundBy = ({ kind, link }: Client) =>
  kind === 'owner' ? 'notFoundOwner' : link ? 'notFoundLink' : 'notFoundShared';

/** Returns what went wrong, and what to do, as text. */
function failureText(error: unknown, client: Client, uuid: string, words: Words): { title: string; detail: string } {
  const texts = words.elements;
  if (error instanceof ApiError) {
    if (error instanceof BundleProblem) return { title: texts.badBundle, detail: error.say(words.bundle) };
    if (isRefused(error) && isNotSignedIn(client)) {
      return { title: texts.notSignedIn(client.origin), detail: texts.notSignedInDetail };
    }
    if (isRefusal(error) && client.kind !== 'bundle' && !isIdentifier(uuid)) {
      return { title: texts.notIdentifier, detail: texts.notIdentifierDetail(uuid) };
    }
    if (error.status === 404) return { title: texts.notFound, detail: texts[notFoundBy(client)] };
    if (isRefused(error)) {
      return {
        title: texts.notAllowed,
        detail: client.kind === 'owner' ? texts.notAllowedOwner : texts.notAllowedShared,
      };
    }
    if (error.status === 0 && client.kind !== 'bundle')
      return { title: texts.unreachable, detail: texts.unreachableDetail(client.origin || location.origin) };
    return { title: client.kind === 'bundle' ? texts.badBundle : texts.failed, detail: error.detail };
  }
  const detail = error instanceof Error ? error.message : String(error);
  return { title: client.kind === 'bundle' ? texts.badBundle : texts.failed, detail };
}
