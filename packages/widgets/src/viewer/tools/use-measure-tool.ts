import { useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { selectionText } from '../measure.ts';
import type { View, ViewerTool } from '../viewer-tool.ts';

/** Names the selected atoms, and measures two, three or four of them. */
export function useMeasureTool({ molecule, selected }: View): ViewerTool {
  const words = useWords();
  const atoms = molecule?.atoms ?? null;
  const status = useMemo(() => (atoms ? selectionText(atoms, selected, words) : null), [atoms, selected, words]);
  return { id: 'measure', status };
}
