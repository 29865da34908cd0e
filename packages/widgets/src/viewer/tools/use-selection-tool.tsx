import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import type { View, ViewerTool } from '../viewer-tool.ts';

const LassoArea = lazy(async () => ({ default: (await import('../selection/lasso-area.tsx')).LassoArea }));
const AtomList = lazy(async () => ({ default: (await import('../selection/atom-list.tsx')).AtomList }));

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
          <Suspense fallback={null}>
            <LassoArea renderer={renderer} selected={selected} select={select} />
          </Suspense>
          <p className="cv-viewer-hint">{words.lassoHint}</p>
        </>
      ) : null,
    below: listed && molecule && (
      <Suspense fallback={null}>
        <AtomList atomCount={atomCount} selected={selected} select={select} all={all} />
      </Suspense>
    ),
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
