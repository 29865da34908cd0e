import type { GraphLink, ItemGraph } from '@cuvette/core/entities';
import { type KeyboardEvent, useId, useRef } from 'react';
import { Status } from '../folder/status.tsx';
import { PathLink } from '../path-link.tsx';
import { itemPath, typeTitle } from '../paths.ts';
import { useMedia } from '../use-media.ts';
import { layOut, type PlacedItem } from './layout.ts';
import { chainWords as words } from './words.ts';

/** Size of a box, and the space between two along the lines and across them (px). */
const box = { width: 256, height: 76 };
const along = 44;
const across = 12;

interface ChainDrawingProps {
  graph: ItemGraph;
  /** The item whose page this is. */
  uuid: string;
}

/** What an item takes from its sources, in a few words; empty for a first one. */
function takenInWords(links: readonly GraphLink[]): string {
  const parts = links.map(({ kind, taken }) => {
    const paths = taken.flatMap(({ path }) => path ?? []).join(', ');
    if (paths === '') return words.waits;
    return kind === 'made_from' ? words.madeFrom(paths) : words.takes(paths);
  });
  return [...new Set(parts)].join('; ');
}

/**
 * The items that an item comes from and those made from it, as boxes with lines: a list of links that is read and walked in the order of the chain. In a narrow window the
 * chain goes from top to bottom.
 */
export function ChainDrawing({ graph, uuid }: ChainDrawingProps) {
  const hint = useId();
  const list = useRef<HTMLOListElement>(null);
  const isNarrow = useMedia('(max-width: 640px)');
  const { places, columns, rows } = layOut(graph);
  const [width, height] = isNarrow
    ? [rows * (box.width + across), columns * (box.height + along)]
    : [columns * (box.width + along), rows * (box.height + across)];
  const at = ({ column, row }: PlacedItem) =>
    isNarrow
      ? { x: row * (box.width + across), y: column * (box.height + along) }
      : { x: column * (box.width + along), y: row * (box.height + across) };
  const placeOf = new Map(places.map((place) => [place.uuid, place]));
  const walk = (event: KeyboardEvent<HTMLElement>, from: string) => {
    const step = { ArrowLeft: 'up', ArrowUp: 'up', ArrowRight: 'down', ArrowDown: 'down' }[event.key];
    if (!step) return;
    const link = graph.links.find((one) => (step === 'up' ? one.to === from : one.from === from));
    const next = step === 'up' ? link?.from : link?.to;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`[data-uuid="${next}"]`)?.focus();
  };
  return (
    <>
      <p id={hint} className="cv-hidden">
        {words.hint}
      </p>
      {/* What scrolls must be reached by keyboard. */}
      <section className="chain-drawing" aria-label={words.title} tabIndex={0}>
        <div style={{ inlineSize: width, blockSize: height }}>
          <svg width={width} height={height} aria-hidden="true">
            {graph.links.map((link) => {
              const [from, to] = [placeOf.get(link.from), placeOf.get(link.to)];
              return from && to ? (
                <path
                  key={`${link.from} ${link.to}`}
                  d={curve(at(from), at(to), isNarrow)}
                  data-hot={link.from === uuid || link.to === uuid || undefined}
                />
              ) : null;
            })}
          </svg>
          <ol ref={list} aria-describedby={hint}>
            {places.map((place) => {
              const { x, y } = at(place);
              return (
                <li
                  key={place.uuid}
                  style={{ inset: `${y}px auto auto ${x}px`, inlineSize: box.width, blockSize: box.height }}
                >
                  <ChainBox graph={graph} uuid={place.uuid} isHere={place.uuid === uuid} onWalk={walk} />
                </li>
              );
            })}
          </ol>
        </div>
      </section>
      {graph.is_cut ? <p className="cv-quiet">{words.cut}</p> : null}
    </>
  );
}

interface ChainBoxProps extends ChainDrawingProps {
  isHere: boolean;
  onWalk: (event: KeyboardEvent<HTMLElement>, from: string) => void;
}

function ChainBox({ graph, uuid, isHere, onWalk }: ChainBoxProps) {
  const item = graph.items.find((one) => one.uuid === uuid);
  const taken = takenInWords(graph.links.filter(({ to }) => to === uuid));
  if (!item) {
    const name = graph.gone.find((one) => one.uuid === uuid)?.name;
    return (
      <div className="chain-box" data-gone="">
        <strong>{name || words.gone}</strong>
        <span className="cv-quiet">{words.gone}</span>
      </div>
    );
  }
  return (
    <PathLink
      className="chain-box"
      href={itemPath(item, false)}
      data-uuid={uuid}
      aria-current={isHere ? 'page' : undefined}
      onKeyDown={(event) => onWalk(event, uuid)}
    >
      <strong>{item.name}</strong>
      <span className="chain-type">
        <span>{typeTitle(item.object_type)}</span>
        <Status item={{ object_status: item.object_status, progress: null }} />
      </span>
      <span className="cv-quiet chain-taken">{taken}</span>
    </PathLink>
  );
}

/** A line from the end of one box to the beginning of another. */
function curve(from: { x: number; y: number }, to: { x: number; y: number }, isNarrow: boolean): string {
  const middle = along / 2;
  if (isNarrow) {
    const [x1, y1, x2, y2] = [from.x + box.width / 2, from.y + box.height, to.x + box.width / 2, to.y];
    return `M${x1} ${y1}C${x1} ${y1 + middle} ${x2} ${y2 - middle} ${x2} ${y2}`;
  }
  const [x1, y1, x2, y2] = [from.x + box.width, from.y + box.height / 2, to.x, to.y + box.height / 2];
  return `M${x1} ${y1}C${x1 + middle} ${y1} ${x2 - middle} ${y2} ${x2} ${y2}`;
}
