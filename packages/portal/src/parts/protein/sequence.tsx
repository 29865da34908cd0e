import type { SequenceCell, SequenceChain } from '@cuvette/core/chemistry';
import type { Session } from '@cuvette/core/session';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { proteinWords } from './words.ts';

interface SequenceProps {
  chain: SequenceChain;
  /** Its selected atoms are those of the viewer. */
  session: Session;
}

/** Letters in one group. */
const group = 10;

/** The atoms of the residues from one place to another, both with it. */
function atomsBetween(cells: readonly SequenceCell[], one: number, other: number): number[] {
  return cells
    .slice(Math.min(one, other), Math.max(one, other) + 1)
    .flatMap(({ atoms }) => (atoms ? Array.from({ length: atoms.count }, (_, index) => atoms.first + index) : []));
}

/** A chain's residues as letters in groups of ten. Arrow keys, Home and End move; Enter, Space or a click selects; shift selects a range. */
export function Sequence({ chain, session }: SequenceProps) {
  const { cells, id, missing } = chain;
  const atoms = useSyncExternalStore(session.subscribe, () => session.getState().atoms);
  const selected = useMemo(() => new Set(atoms), [atoms]);
  const [at, setAt] = useState(0);
  const anchor = useRef(0);
  const box = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    box.current?.querySelector<HTMLElement>(`[data-place="${at}"]`)?.focus();
  }, [at]);

  const choose = (place: number, extends_: boolean) => {
    if (!extends_) anchor.current = place;
    const wanted = atomsBetween(cells, anchor.current, place);
    const only = !extends_ && wanted.length === atoms.length && wanted.every((atom) => selected.has(atom));
    session.selectAtoms(only ? [] : wanted);
    setAt(place);
  };
  const onClick = (event: MouseEvent) => {
    const place = (event.target as Element).closest<HTMLElement>('[data-place]')?.dataset.place;
    if (place !== undefined) choose(Number(place), event.shiftKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + group,
      ArrowUp: at - group,
      Home: 0,
      End: cells.length - 1,
    };
    const target = steps[event.key];
    if (target !== undefined) {
      event.preventDefault();
      const place = Math.max(0, Math.min(cells.length - 1, target));
      moved.current = true;
      if (event.shiftKey) choose(place, true);
      else setAt(place);
      return;
    }
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    choose(at, event.shiftKey);
  };
  const name = id.trim() || '–';
  const groups = Array.from({ length: Math.ceil(cells.length / group) }, (_, index) => index * group);
  return (
    <section className="sequence">
      <h3>
        {proteinWords.chain(name)} <span className="cv-quiet">{proteinWords.lettersOf(cells.length, missing)}</span>
      </h3>
      {/* The keys of the list are handled with it. */}
      <div
        ref={box}
        role="listbox"
        aria-multiselectable="true"
        aria-label={proteinWords.sequenceOf(name)}
        tabIndex={-1}
        className="sequence-letters"
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {groups.map((start) => (
          <span key={start} role="presentation" className="sequence-group">
            <span aria-hidden="true" className="sequence-number">
              {cells[start]?.number}
            </span>
            {cells.slice(start, start + group).map((cell, index) => (
              <Letter
                key={cell.name}
                cell={cell}
                place={start + index}
                selected={cell.atoms !== null && selected.has(cell.atoms.first)}
                focusable={start + index === at}
              />
            ))}
          </span>
        ))}
      </div>
    </section>
  );
}

function Letter({
  cell,
  place,
  selected,
  focusable,
}: {
  cell: SequenceCell;
  place: number;
  selected: boolean;
  focusable: boolean;
}) {
  const { letter, name, atoms } = cell;
  const title = atoms ? name : proteinWords.missingResidue(name);
  return (
    <span
      role="option"
      aria-selected={selected}
      aria-label={title}
      title={title}
      tabIndex={focusable ? 0 : -1}
      data-place={place}
      data-missing={atoms ? undefined : ''}
    >
      {atoms ? letter : letter.toLowerCase()}
    </span>
  );
}
