import type { Client } from '@cuvette/core/client';
import type { Session } from '@cuvette/core/session';
import { isEnergyColumn, toCsv } from '@cuvette/core/tables';
import { entryOfType, hrefOfItem } from '@cuvette/core/workflows';
import {
  type ComparedEntry,
  type ComparedItem,
  comparedPlots,
  comparedSpectra,
  compareItems,
  comparisonIn,
  distinctNames,
  mostCompared,
  plotIn,
} from '@cuvette/core/workflows/comparison/index';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useLiveState, useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { useEnergyUnit } from '../results/energy-unit.ts';
import { useSessionState } from '../results/hooks/use-session.ts';
import { useSheet } from '../results/hooks/use-sheet.ts';
import resultsCss from '../results/results.css?inline';
import { Button } from '../ui/button.tsx';
import { downloadText, fileNameOf } from '../ui/download.ts';
import { Callout, EmptyState, Skeleton } from '../ui/states.tsx';
import { overlayColour } from '../viewer/overlay/overlay.ts';
import { AddItems } from './add-items.tsx';
import css from './compare.css?inline';
import { CompareTable } from './compare-table.tsx';
import { type DrawnItem, drawnItems } from './drawn-items.ts';
import { mostLevelsRead, useCompared } from './use-compared.ts';
import { compareWords } from './words.ts';

addEnglish({ compare: compareWords });

const CompareStructures = lazy(async () => ({
  default: (await import('./compare-structures.tsx')).CompareStructures,
}));
const CompareUnit = lazy(async () => ({ default: (await import('./compare-unit.tsx')).CompareUnit }));
const ComparePlots = lazy(async () => ({ default: (await import('./compare-plots.tsx')).ComparePlots }));
const CompareSpectra = lazy(async () => ({ default: (await import('./compare-spectra.tsx')).CompareSpectra }));
const CompareRows = lazy(async () => ({ default: (await import('./compare-rows.tsx')).CompareRows }));

export interface CompareViewProps {
  client: Client;
  session: Session;
  /** Identifiers of the items, the reference first. */
  uuids: readonly string[];
  /** How many were named, where those are more than may be here. */
  named: number;
  /** The type that all must have; null for items of any type. */
  type: string | null;
  /** Hears which items are here after a person added or took away one, or chose another reference. */
  onChange: (uuids: readonly string[]) => void;
}

const referenceColour = 'var(--cv-text)';

/** Items side by side: their headline values and settings, their structures in one picture, their curves in one plot. */
export function CompareView({ client, session, uuids, named, type, onChange }: CompareViewProps) {
  useSheet(resultsCss);
  useSheet(css);
  const all = useWords();
  const words = all.compare;
  const [whole, setWhole] = useState(false);
  const [announced, setAnnounced] = useState('');
  const compared = useCompared(client, uuids, type, whole);
  const { entries, items, ofOtherTypes, levelsLeftOut, settling, withoutMolecules, failed, retry } = compared;
  const waiting = useFirstTime(settling);
  useLiveState(waiting ? 'waiting' : 'drawn');
  const { overlay, overlaid } = useSessionState(session).viewer;

  const { names, nameOf } = useNames(entries);
  const unit = useEnergyUnit();
  const inKcal = useMemo(() => compareItems(entries), [entries]);
  const comparison = useMemo(() => comparisonIn(inKcal, unit), [inKcal, unit]);
  const plots = useMemo(() => comparedPlots(items).map((plot) => plotIn(plot, unit)), [items, unit]);
  const spectra = useMemo(() => comparedSpectra(items), [items]);
  const hasEnergies = inKcal.table.columns.some(isEnergyColumn);
  const drawn = useMemo(() => drawnItems(items, nameOf, withoutMolecules), [items, nameOf, withoutMolecules]);
  const colourOf = useMemo(() => colours(items, drawn), [items, drawn]);
  const reference = items[0]?.item.uuid ?? null;
  const shown = useCallback(
    (uuid: string) => uuid === reference || (overlay !== 'none' && (overlaid === null || overlaid.includes(uuid))),
    [reference, overlay, overlaid],
  );

  const show = (uuid: string, on: boolean) => {
    const now = uuids.filter((each) => (each === uuid ? on : shown(each)));
    const isAll = now.length === uuids.length;
    session.setViewer({ overlay: now.length > 1 ? 'colours' : 'none', overlaid: isAll ? null : now });
  };
  const change = (next: readonly string[], text: string) => {
    setAnnounced(text);
    onChange(next);
  };
  const single = type ?? sharedType(items);
  const typeTitle = single === null ? null : all.ui.term(entryOfType(single)?.title ?? single);
  const title = typeTitle === null ? words.title(uuids.length) : words.titleOf(typeTitle, uuids.length);
  const csv = () =>
    downloadText(fileNameOf([typeTitle, words.fileName].filter(Boolean).join(' '), 'csv'), toCsv(comparison.table));

  return (
    <article className="cv-compare" aria-label={title}>
      <header className="cv-compare-head">
        <h2>{title}</h2>
        <AddItems
          client={client}
          type={type}
          uuids={uuids}
          onAdd={(fresh) => change([...uuids, ...fresh], words.added(fresh.length))}
        />
        <Button data-folds="" icon="download" label={words.csv} disabled={items.length === 0} onClick={csv} />
        <slot name="actions" />
        <span className="cv-hidden" role="status">
          {announced}
        </span>
      </header>
      {named > uuids.length ? <Callout tone="okay">{words.tooMany(named, mostCompared)}</Callout> : null}
      {ofOtherTypes > 0 ? (
        <Callout>
          <slot name="mixed">{words.asMixed}</slot>
        </Callout>
      ) : null}
      {failed ? (
        <Callout tone="bad">
          <p>{words.someFailed}</p>
          <Button dense label={words.tryAgain} onClick={retry} />
        </Callout>
      ) : null}
      {uuids.length === 0 ? (
        <EmptyState title={words.none} detail={words.noneDetail} />
      ) : waiting ? (
        <div className="cv-compare-waiting">
          <Skeleton height="100%" label={words.loading} />
        </div>
      ) : (
        <>
          <CompareTable
            comparison={comparison}
            unit={unit}
            entries={entries}
            names={names}
            pictured={drawn.length > 0 || plots.length > 0 || spectra.length > 0}
            shown={shown}
            colourOf={colourOf}
            addressOf={(entry) => addressOf(client, entry)}
            onShown={show}
            onReference={(uuid) => change([uuid, ...uuids.filter((each) => each !== uuid)], words.reference)}
            onRemove={(uuid) =>
              change(
                uuids.filter((each) => each !== uuid),
                words.removed(nameOf(uuid)),
              )
            }
          />
          {hasEnergies ? (
            <Suspense fallback={<div className="cv-compare-unit" />}>
              <CompareUnit unit={unit} />
            </Suspense>
          ) : null}
          <Notes comparison={comparison} />
          <Pictures {...{ client, session, items, drawn, plots, spectra, shown, nameOf, colourOf }} />
          {single !== null && items.length > 0 ? (
            <details className="cv-compare-all" onToggle={(event) => setWhole(event.currentTarget.open)}>
              <summary>{words.rows}</summary>
              {levelsLeftOut ? <p className="cv-quiet cv-pad">{words.someLevels(mostLevelsRead)}</p> : null}
              {whole ? (
                <Suspense fallback={<Skeleton height={200} label={all.ui.loading} />}>
                  <CompareRows items={items} name={title} />
                </Suspense>
              ) : null}
            </details>
          ) : null}
        </>
      )}
    </article>
  );
}

/** Whether what is read at first is still on its way: it is drawn at once, so that nothing moves; what comes later joins what is there. */
function useFirstTime(settling: boolean): boolean {
  const [settled, setSettled] = useState(!settling);
  if (!settled && !settling) setSettled(true);
  return !settled;
}

/** A name for each item, told apart where two have the same. */
function useNames(entries: readonly ComparedEntry[]) {
  const names = useMemo(
    () => distinctNames(entries.map(({ uuid, name, read }) => ({ name: read?.item.name ?? name ?? uuid }))),
    [entries],
  );
  const nameOf = useCallback(
    (uuid: string) => names[entries.findIndex((entry) => entry.uuid === uuid)] ?? uuid,
    [names, entries],
  );
  return { names, nameOf };
}

/** The type that all items have; null where they differ, or there are none. */
function sharedType(items: readonly ComparedItem[]): string | null {
  const types = new Set(items.map(({ item }) => item.object_type));
  return types.size === 1 ? (items[0]?.item.object_type ?? null) : null;
}

/** Where the item of an entry is looked at; null where there is no such page, or no such item. */
function addressOf(client: Client, { uuid, read, problem, name }: ComparedEntry): string | null {
  if (client.kind === 'bundle' || (problem !== null && name === undefined)) return null;
  const object_type = read?.item.object_type ?? '';
  return `${client.origin}${hrefOfItem({ uuid, object_type }, { public: client.kind === 'shared', link: client.link })}`;
}

interface PicturesProps {
  client: Client;
  session: Session;
  items: readonly ComparedItem[];
  drawn: readonly DrawnItem[];
  plots: readonly ReturnType<typeof plotIn>[];
  spectra: ReturnType<typeof comparedSpectra>;
  shown: (uuid: string) => boolean;
  nameOf: (uuid: string) => string;
  colourOf: (uuid: string) => string;
}

/** The structures in one picture, curves and spectra over each other. */
function Pictures({ client, session, items, drawn, plots, spectra, ...marks }: PicturesProps) {
  const words = useWords();
  const hasPlots = plots.length > 0 || spectra.length > 0;
  return (
    <div className="cv-compare-pictures" data-plots={hasPlots || undefined}>
      {drawn.length > 0 ? (
        <section aria-label={words.compare.structures} className="cv-compare-viewer" part="viewer">
          <Suspense fallback={<Skeleton height={360} label={words.ui.loading} />}>
            <CompareStructures session={session} drawn={drawn} count={items.length} />
          </Suspense>
        </section>
      ) : null}
      {hasPlots ? (
        <section aria-label={words.compare.plots} className="cv-compare-plots">
          <Suspense fallback={<Skeleton height={260} label={words.ui.loading} />}>
            {plots.length > 0 ? <ComparePlots plots={plots} {...marks} /> : null}
            {spectra.length > 0 ? <CompareSpectra client={client} groups={spectra} {...marks} /> : null}
          </Suspense>
        </section>
      ) : null}
    </div>
  );
}

/** Shows what all items share, and how to read the marks. */
function Notes({ comparison }: { comparison: ReturnType<typeof compareItems> }) {
  const all = useWords();
  const { settings, same } = comparison;
  return (
    <div className="cv-compare-notes cv-quiet">
      {settings.size > 0 ? <p>{all.compare.differsHelp}</p> : null}
      {same.length > 0 ? (
        <p>
          {all.compare.same}: {same.map(({ title, text }) => `${all.ui.term(title)} ${all.ui.term(text)}`).join(' · ')}
        </p>
      ) : null}
    </div>
  );
}

/** The colour of each item in picture, plots and table: the first as the text, the others as the viewer colours them by their place. */
function colours(items: readonly ComparedItem[], drawn: readonly DrawnItem[]): (uuid: string) => string {
  const first = items[0]?.item.uuid;
  const inSpace = drawn.slice(1).map(({ uuid }) => uuid);
  const flat = items.map(({ item }) => item.uuid).filter((uuid) => uuid !== first && !inSpace.includes(uuid));
  const places = new Map([...inSpace, ...flat].map((uuid, place) => [uuid, overlayColour(place)]));
  return (uuid) => (uuid === first ? referenceColour : (places.get(uuid) ?? referenceColour));
}
