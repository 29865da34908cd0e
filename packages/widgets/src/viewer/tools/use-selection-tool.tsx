import { readAtomRanges, writeAtomRanges } from '@cuvette/core/chemistry';
import { useId, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { Button } from '../../ui/button.tsx';
import { selectionAfter } from '../lasso.ts';
import { LassoArea } from '../lasso-area.tsx';
import type { View, ViewerTool } from '../viewer-tool.ts';

/** Selects atoms with a lasso, by their numbers, or all at once. Clicking single ones is the picture's own. */
export function useSelectionTool({ renderer, molecule, state, change, selected, select }: View): ViewerTool {
  const words = useWords().viewer.selection;
  const [listed, setListed] = useState(false);
  const { lasso } = state;
  const atomCount = molecule?.atoms.length ?? 0;
  const disabled = !renderer || atomCount === 0;
  const all = () => select(visibleAtoms(renderer?.projections() ?? []));
  return {
    id: 'selection',
    menu: [
      { id: 'lasso', label: words.lasso, checked: lasso, disabled, run: () => change({ lasso: !lasso }) },
      { id: 'list', label: words.list, checked: listed, disabled, run: () => setListed(!listed) },
    ],
    over:
      lasso && renderer ? (
        <>
          <LassoArea renderer={renderer} onLasso={(caught, mode) => select(selectionAfter(selected, caught, mode))} />
          <p className="cv-viewer-hint">{words.lassoHint}</p>
        </>
      ) : null,
    below: listed && molecule && <AtomList atomCount={atomCount} selected={selected} select={select} all={all} />,
    onKey(event) {
      if (event.key.toLowerCase() !== 'a' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey))
        return false;
      if (!disabled) all();
      return true;
    },
  };
}

/** Atoms that are drawn. */
function visibleAtoms(projections: ArrayLike<number>): number[] {
  const found: number[] = [];
  for (let atom = 0; 2 * atom < projections.length; atom++) {
    if (!Number.isNaN(projections[2 * atom])) found.push(atom);
  }
  return found;
}

interface AtomListProps {
  atomCount: number;
  selected: readonly number[];
  select: (atoms: readonly number[]) => void;
  all: () => void;
}

/** The selected atoms as a list of numbers, to be read and to be written. */
function AtomList({ atomCount, selected, select, all }: AtomListProps) {
  const words = useWords().viewer.selection;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const apply = () => {
    const read = readAtomRanges(typed ?? '', atomCount);
    if ('problem' in read) return setProblem(read.problem);
    select(read.atoms);
    forget();
  };
  const forget = () => {
    setTyped(null);
    setProblem(null);
  };
  return (
    <form
      className="cv-viewer-strip"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== null) apply();
      }}
    >
      <label className="cv-viewer-control">
        <span>{words.field}</span>
        <input
          type="text"
          value={typed ?? writeAtomRanges(selected)}
          placeholder={words.example}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : id}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Button dense label={words.apply} type="submit" />
      <Button
        dense
        label={words.all}
        onClick={() => {
          all();
          forget();
        }}
      />
      <Button
        dense
        label={words.none}
        onClick={() => {
          select([]);
          forget();
        }}
      />
      {problem !== null && (
        <span className="cv-viewer-problem" id={id} role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
