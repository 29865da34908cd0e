import type { Mark } from '@cuvette/core/workflows';
import { lazy, Suspense } from 'react';
import type { View, ViewerTool } from '../viewer-tool.ts';

const MarkScene = lazy(async () => ({ default: (await import('../marks/mark-scene.tsx')).MarkScene }));

/** Returns what a result draws on its structure: bonds in colours, badges at atoms, contacts. What draws them is loaded with the first one. */
export function useMarksTool({ renderer, molecule, state }: View, marks: readonly Mark[]): ViewerTool {
  return {
    id: 'marks',
    over: renderer && molecule && marks.length > 0 && (
      <Suspense fallback={null}>
        <MarkScene renderer={renderer} marks={marks} group={state.marked} />
      </Suspense>
    ),
  };
}
