import { isFinished, itemLabels, status, statusLabel, type WorkflowItem } from '@cuvette/core/entities';
import type { TableData } from '@cuvette/core/tables';
import type { ResultDefinition, StructureReference } from '@cuvette/core/workflows';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useMemo } from 'react';
import { useEmit, useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { ColumnMemory } from '../table/column-memory.tsx';
import type { IconName } from '../ui/icons.tsx';
import { labelIn } from '../ui/item-words.ts';
import { SplitPane } from '../ui/split-pane.tsx';
import { Skeleton, type Tone } from '../ui/states.tsx';
import { Badge } from '../ui/status-badge.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useHeadline } from './hooks/use-headline.ts';
import { useCalculation } from './hooks/use-reads.ts';
import { useSessionState } from './hooks/use-session.ts';
import { useSheet } from './hooks/use-sheet.ts';
import { HowComputed } from './parts/how-computed.tsx';
import { importedOutput } from './parts/imported-output.ts';
import { ResultHeadline } from './parts/result-headline.tsx';
import { ResultNotes } from './parts/result-notes.tsx';
import type { ResultProps } from './result-props.ts';
import css from './results.css?inline';
import { OfferStructureActions } from './row-actions.tsx';
import { StatusPanel } from './status-panel.tsx';
import { StructureView } from './structure-view.tsx';
import { tabTitle } from './tab-title.ts';
import { resultWords } from './words.ts';

addEnglish(resultWords);

const InfoTab = lazy(async () => ({ default: (await import('./tabs/info.tsx')).InfoTab }));

interface ResultTab {
  id: string;
  title: string;
  /** What is beside the title. */
  mark?: ReactNode;
  /** Takes the full width; the viewer is above. */
  large?: boolean | undefined;
  content: () => ReactNode;
}

export interface ResultLayoutProps extends ResultProps {
  /** The type's own tabs; the info tab is added. */
  tabs: readonly ResultTab[];
  /** What is in the place of the active structure: the view's own player of trajectories. */
  viewer?: ReactNode;
  /** Short text about the active structure for the viewer's caption ("+0.42 kcal/mol"). */
  caption?: string | null;
  /** Whether the viewer needs vibrational modes. */
  frequencies?: boolean;
  /** Whether the view itself shows what the item's warnings are about. */
  withoutWarnings?: boolean;
  /** The table of weighted structures, where the result is one: how it was computed says its quantity and temperature. */
  ensemble?: TableData | undefined;
  /** What the tabs are made of is read for the first time: they are drawn at once, so that nothing moves. */
  settling?: boolean;
}

/** The frame of every result: title row, progress, viewer left and tabs right with a divider (stacked when narrow), info tab. */
export function ResultLayout({
  tabs,
  viewer: ownViewer,
  caption,
  frequencies = false,
  withoutWarnings = false,
  ensemble,
  settling = false,
  ...props
}: ResultLayoutProps) {
  const { item, definition, client, session, pageAddress, logAddress } = props;
  useSheet(css);
  const words = useWords();
  const emit = useEmit();
  const state = useSessionState(session);

  const structures = useMemo(() => definition?.structures(item) ?? [], [definition, item]);
  const first = useMemo(() => definition?.active(item) ?? null, [definition, item]);
  // Before anything is painted: a click on the very first row that is seen must already find its structure.
  // A type without a definition has no structures to offer, and must not take those of the elements beside it away.
  useLayoutEffect(() => {
    const ids = structures.map(({ id }) => id);
    if (definition) session.setStructures(ids, first);
  }, [session, definition, structures, first]);
  const active = structures.find(({ id }) => id === (state.structure ?? first)) ?? structures[0] ?? null;
  const shown = active?.source.kind === 'calculation' ? active.source.uuid : null;

  const info: ResultTab = {
    id: 'info',
    title: 'info',
    large: tabs.length > 0 && tabs.every(({ large }) => large),
    content: () => <Info item={item} definition={definition} client={client} shown={shown} logAddress={logAddress} />,
  };
  // Definitions name the place of the info tab: the second of a multistage optimization, the last of most types.
  const before = useMemo(() => tabsBeforeInfo(item, definition), [item, definition]);
  const own = tabs.filter(({ id }) => before === null || before.has(id)).length;
  const all = [...tabs.slice(0, own), info, ...tabs.slice(own)];
  const named = all.map((tab) => ({ ...tab, title: tabTitle(words.ui.term(tab.title)) }));
  // A result opens on its answer: what was open on another item says nothing of this one.
  const open = all.find((tab) => tab.id === state.tab) ?? all[0] ?? info;
  const ids = all.map(({ id }) => id).join('\n');
  // Only when these change: another item of the session tells its own, and they would take turns for ever.
  useLayoutEffect(() => session.tellTabs(ids.split('\n'), open.id), [session, ids, open.id]);
  const choose = (id: string) => {
    session.setTab(id);
    emit('cuvette-tab', { tab: id });
  };

  const headline = useHeadline(client, item, definition, frequencies);
  const viewer = (
    <div className="cv-result-viewer" part="viewer" data-plays={ownViewer ? '' : undefined}>
      {ownViewer ?? (
        <StructureView
          client={client}
          item={item}
          session={session}
          structures={structures}
          active={active}
          caption={caption ?? null}
          frequencies={frequencies}
        />
      )}
    </div>
  );
  const isFlat = !ownViewer && hasOnlyFormula(item, definition, structures);
  const isBare = definition?.withoutStructures === true && !isFlat;
  const results = (
    <OfferStructureActions item={item} structures={structures} actions={props.actions}>
      <div className="cv-results">
        <ResultHeadline {...headline} />
        <ResultNotes item={item} definition={definition} withoutWarnings={withoutWarnings} />
        {settling ? (
          <div className="cv-tabs-waiting">
            <Skeleton height={360} label={words.ui.loading} />
          </div>
        ) : (
          <>
            <ColumnMemory value={item.object_type}>
              <Tabs label={words.result.tabs} tabs={named} active={open.id} onChange={choose} />
            </ColumnMemory>
            <HowComputed item={item} client={client} definition={definition} ensemble={ensemble} />
          </>
        )}
      </div>
    </OfferStructureActions>
  );
  return (
    <article className="cv-result" aria-label={item.name}>
      <ResultHead item={item} definition={definition} pageAddress={pageAddress} />
      <slot name="notes" />
      <StatusPanel item={item} />
      <div className="cv-result-body">
        {open.large || isFlat || isBare ? (
          <div className={isFlat ? 'cv-result-large cv-result-flat' : 'cv-result-large'}>
            {isBare ? null : viewer}
            <div className="cv-result-pane">{results}</div>
          </div>
        ) : (
          <SplitPane name={item.object_type} left={viewer} right={results} />
        )}
      </div>
    </article>
  );
}

/** The bar over a result: where it lies, its name and status, its type where there is room, and what can be done with it. */
function ResultHead({ item, definition, pageAddress }: Pick<ResultProps, 'item' | 'definition' | 'pageAddress'>) {
  const words = useWords();
  const output = importedOutput(item.imported);
  return (
    <header className="cv-result-head">
      <slot name="breadcrumb" />
      <h2 title={item.name}>{item.name}</h2>
      <StatusBadge item={item} />
      {itemLabels(item)
        .slice(1)
        .map((label) => (
          <Badge key={label} label={labelIn(words, label)} />
        ))}
      <span className="cv-result-more">
        {definition ? <span className="cv-result-type">{words.ui.term(definition.title)}</span> : null}
        {item.imported ? (
          <Badge label={output ? words.info.importedWith(output.program) : words.info.imported} />
        ) : null}
      </span>
      <slot name="actions" />
      {pageAddress ? (
        <a className="cv-result-actions" href={pageAddress} target="_blank" rel="noopener">
          {words.result.viewOnCuvette}
        </a>
      ) : null}
    </header>
  );
}

/** Whether an item has nothing in 3D but the formula of its input: that takes no pane of its own. A type without structures has it from the beginning. */
function hasOnlyFormula(
  item: WorkflowItem,
  definition: ResultDefinition | null,
  structures: readonly StructureReference[],
): boolean {
  if (definition?.withoutStructures) return item.smiles !== null;
  return isFinished(item.object_status) && structures.length === 1 && structures[0]?.source.kind === 'smiles';
}

/** Identifiers of the tabs before the info tab; null where the definition does not say. */
function tabsBeforeInfo(item: WorkflowItem, definition: ResultDefinition | null): ReadonlySet<string> | null {
  const ids = definition?.tabs(item, new Map()).map(({ id }) => id) ?? [];
  const place = ids.indexOf('info');
  return place < 0 || place === ids.length - 1 ? null : new Set(ids.slice(0, place));
}

type InfoProps = Pick<ResultProps, 'client' | 'item' | 'definition' | 'logAddress'> & { shown: string | null };

/** The info tab, a script of its own, with what only it reads: of a film of a thousand frames, not the calculation of each. */
function Info({ client, item, shown, ...props }: InfoProps) {
  const words = useWords();
  const summary = useCalculation(client, item, shown);
  const { data: platform = null } = useQuery(
    { ...client.platform(), enabled: client.kind === 'owner' },
    client.queryClient,
  );
  return (
    <Suspense fallback={<Skeleton height={160} label={words.ui.loading} />}>
      <InfoTab item={item} summary={summary} platform={platform} {...props} />
    </Suspense>
  );
}

const statusLooks: Record<number, { tone: Tone; icon: IconName }> = {
  [status.queued]: { tone: 'neutral', icon: 'clock' },
  [status.running]: { tone: 'running', icon: 'running' },
  [status.completed]: { tone: 'good', icon: 'check' },
  [status.failed]: { tone: 'bad', icon: 'cross' },
  [status.stopped]: { tone: 'neutral', icon: 'stop' },
  [status.awaitingQueue]: { tone: 'neutral', icon: 'clock' },
  [status.draft]: { tone: 'neutral', icon: 'draft' },
};

function StatusBadge({ item }: { item: WorkflowItem }) {
  const look = statusLooks[item.object_status] ?? { tone: 'neutral' as const, icon: 'info' as const };
  return <Badge tone={look.tone} icon={look.icon} label={labelIn(useWords(), statusLabel(item))} />;
}
