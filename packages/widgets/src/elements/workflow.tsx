import './jsx.ts';
import { isFinished, status, type WorkflowItem } from '@cuvette/core/entities';
import { useEffect } from 'react';
import { GenericResult } from '../results/generic.tsx';
import { useSessionState } from '../results/hooks/use-session.ts';
import { ViewBoundary } from '../results/view-boundary.tsx';
import { ResultView } from '../results/views.tsx';
import type { TableAction } from '../table/action-buttons.tsx';
import { Callout, ErrorState } from '../ui/states.tsx';
import { useEmit, useWords } from './context.tsx';
import { defineElement, type ElementLook, lookAttributes } from './define.tsx';
import * as kinds from './given-kinds.ts';
import { useGiven } from './hooks/use-given.ts';
import { useGivenStructure } from './hooks/use-given-structure.ts';
import { type ItemProps, itemAttributes, itemProperties, type OpenItem, useItem } from './hooks/use-item.tsx';
import { useOnlyType } from './hooks/use-only-type.ts';
import { useProblem } from './hooks/use-problem.ts';
import { useSettled } from './hooks/use-settled.ts';
import { pageAddressOf } from './page-address.ts';

export interface WorkflowProps extends ItemProps {
  /** The tab to open. */
  tab?: string | undefined;
  /** The structure to show, by identifier. */
  structure?: string | undefined;
  /** No link to the item's own page. */
  noLink?: boolean | undefined;
  /** Buttons at the end of each row that stands for a structure, by identifier and label. */
  actions?: readonly TableAction[] | undefined;
}

/** As high as a result is: its body (`results.css`) and the title row, so that nothing moves when it comes. */
const height = 'calc(var(--cuvette-height, clamp(460px, 72vh, 860px)) + 48px)';

/** One item with all its results. */
function WorkflowView(props: WorkflowProps) {
  const { open, instead } = useItem(props, height);
  return open ? <OpenWorkflow {...props} open={open} /> : instead;
}

function OpenWorkflow({ open, tab, structure, noLink, ...given }: WorkflowProps & { open: OpenItem }) {
  const { item, client, session, offline } = open;
  const words = useWords();
  const emit = useEmit();
  useEffect(() => {
    if (tab !== undefined) session.setTab(tab);
  }, [session, tab]);
  useTabProblem(open, tab);
  useGivenStructure(session, structure);
  const result = {
    item,
    actions: useGiven('actions', given.actions, kinds.actions),
    client,
    session,
    pageAddress: noLink ? null : pageAddressOf(item, client),
    logAddress: client.kind === 'owner' && hasRun(item) ? `${client.origin}/api/workflow/${item.uuid}/log` : null,
  };
  return (
    <ViewBoundary
      key={item.uuid}
      data={item}
      fallback={<GenericResult {...result} definition={null} />}
      onError={(error) =>
        emit('cuvette-error', { message: error instanceof Error ? error.message : String(error), error })
      }
    >
      {offline ? (
        <div className="cv-pad" role="status">
          <Callout tone="okay">{words.result.offlineKept}</Callout>
        </div>
      ) : null}
      <ResultView {...result} height={height} />
    </ViewBoundary>
  );
}

/** Reports a tab that the result does not have, once it is clear which ones it has: some show only after something was read. */
function useTabProblem({ client, item, session }: OpenItem, tab: string | undefined): void {
  const words = useWords().elements;
  const { tabs } = useSessionState(session);
  const settled = useSettled(client, tabs);
  const known = settled && isFinished(item.object_status) && tabs.length > 0;
  useProblem(
    known && tab !== undefined && !tabs.includes(tab)
      ? `${words.noSuchTab(tab)} ${words.thereAre(tabs.join(', '))}`
      : null,
  );
}

function hasRun(item: WorkflowItem): boolean {
  const { object_status: code } = item;
  return code !== status.queued && code !== status.awaitingQueue && code !== status.draft;
}

/** An element for one type: says so as text when it is given an item of another. */
function onlyType(type: string) {
  return function TypedWorkflowView(props: WorkflowProps) {
    const { open, instead } = useItem(props, height);
    const other = useOnlyType(type, open?.item ?? null);
    if (!open) return instead;
    return other ? <ErrorState {...other} /> : <OpenWorkflow {...props} open={open} />;
  };
}

const attributes = {
  ...itemAttributes,
  ...lookAttributes,
  tab: 'string',
  structure: 'string',
  noLink: 'boolean',
} as const;

const properties = [...itemProperties, 'actions'] as const;

/**
 * One item of any type with all its results: title, status, 3D viewer, result tabs.
 *
 * @fires cuvette-load
 * @fires cuvette-error
 * @fires cuvette-select
 * @fires cuvette-frame
 * @fires cuvette-state
 * @fires cuvette-tab
 * @fires cuvette-action
 * @fires cuvette-ready
 * @slot breadcrumb - At the start of the title row: where the item lies.
 * @slot actions - At the end of the title row: what the page can do with the item.
 * @slot notes - Under the title row: what people wrote about the item.
 * @slot - Shown until the view is drawn, when script is blocked, and in print; a bundle in `<script type="application/json">` is read in place of a server.
 * @csspart viewer - The pane with the picture.
 * @csspart viewer-menu - The line under the picture.
 * @csspart table - A table with the buttons above it.
 * @csspart plot - A diagram.
 * @csspart slider - The pH slider of a macropKa result.
 * @csspart cards - All cards of its microstates.
 * @csspart card - The card of one microstate.
 * @cssprop --cuvette-height - Height of the whole.
 * @cssprop --cuvette-viewer-height - Height of the picture; by default that of its pane, and where it is above the results 340px, 280px in a narrow element.
 * @cssprop --cuvette-table-height - The most that the rows of a table take.
 */
defineElement<WorkflowProps & ElementLook>({
  tag: 'cuvette-workflow',
  view: WorkflowView,
  attributes,
  properties,
});

/**
 * As `<cuvette-workflow>`, for a conformer search; an item of another type is refused with a message.
 *
 * @fires cuvette-load
 * @fires cuvette-error
 * @fires cuvette-select
 * @fires cuvette-frame
 * @fires cuvette-state
 * @fires cuvette-tab
 * @fires cuvette-action
 * @fires cuvette-ready
 * @slot breadcrumb - At the start of the title row: where the item lies.
 * @slot actions - At the end of the title row: what the page can do with the item.
 * @slot notes - Under the title row: what people wrote about the item.
 * @slot - Shown until the view is drawn, when script is blocked, and in print; a bundle in `<script type="application/json">` is read in place of a server.
 * @csspart viewer - The pane with the picture.
 * @csspart viewer-menu - The line under the picture.
 * @csspart table - A table with the buttons above it.
 * @csspart plot - A diagram.
 * @cssprop --cuvette-height - Height of the whole.
 * @cssprop --cuvette-viewer-height - Height of the picture; by default that of its pane, and where it is above the results 340px, 280px in a narrow element.
 * @cssprop --cuvette-table-height - The most that the rows of a table take.
 */
defineElement<WorkflowProps & ElementLook>({
  tag: 'cuvette-conformer-search',
  view: onlyType('conformer_search'),
  attributes,
  properties,
});

/**
 * As `<cuvette-workflow>`, for a basic calculation; an item of another type is refused with a message.
 *
 * @fires cuvette-load
 * @fires cuvette-error
 * @fires cuvette-select
 * @fires cuvette-frame
 * @fires cuvette-state
 * @fires cuvette-tab
 * @fires cuvette-action
 * @fires cuvette-ready
 * @slot breadcrumb - At the start of the title row: where the item lies.
 * @slot actions - At the end of the title row: what the page can do with the item.
 * @slot notes - Under the title row: what people wrote about the item.
 * @slot - Shown until the view is drawn, when script is blocked, and in print; a bundle in `<script type="application/json">` is read in place of a server.
 * @csspart viewer - The pane with the picture.
 * @csspart viewer-menu - The line under the picture.
 * @csspart table - A table with the buttons above it.
 * @csspart plot - A diagram.
 * @cssprop --cuvette-height - Height of the whole.
 * @cssprop --cuvette-viewer-height - Height of the picture; by default that of its pane, and where it is above the results 340px, 280px in a narrow element.
 * @cssprop --cuvette-table-height - The most that the rows of a table take.
 */
defineElement<WorkflowProps & ElementLook>({
  tag: 'cuvette-basic-calculation',
  view: onlyType('basic_calculation'),
  attributes,
  properties,
});
