import type { Mark } from '@cuvette/core/workflows';
import { useEffect, useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { localNumber } from '../../ui/numbers.ts';
import type { Renderer } from '../renderer.ts';
import { useLayer } from '../tools/use-layer.ts';
import { type MarkLayer, markLayer } from './mark-layer.ts';
import { MarkLegend } from './mark-legend.tsx';

const loadLayer = async () => markLayer;

export interface MarkSceneProps {
  renderer: Renderer;
  marks: readonly Mark[];
  /** The group that is drawn; null for all of them. */
  group: string | null;
}

/** Keeps the marks of a structure in the picture, and says what their colours mean. */
export function MarkScene({ renderer, marks, group }: MarkSceneProps) {
  const words = useWords();
  const layer = useLayer<MarkLayer>(renderer, loadLayer);
  const shown = useMemo(() => {
    const chosen = group === null ? marks : marks.filter((mark) => mark.group === group);
    return chosen.map((mark) =>
      'text' in mark && mark.text ? { ...mark, text: localNumber(words, mark.text) } : mark,
    );
  }, [marks, group, words]);
  useEffect(() => layer?.set(shown), [layer, shown]);
  return <MarkLegend marks={shown} />;
}
