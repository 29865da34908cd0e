import type { AtomValues } from '@cuvette/core/tables';
import { moleculeAtomValues } from '@cuvette/core/workflows/parts/calculations/atom-values';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { localNumber } from '../../ui/numbers.ts';
import type { LabelLayer } from '../layers/label-layer.ts';
import { labelTexts, mostLabels, rangeOf, valueColours } from '../values/values.ts';
import type { View, ViewerTool } from '../viewer-tool.ts';
import { useLayer } from './use-layer.ts';

const loadLayer = async () => (await import('../layers/label-layer.ts')).labelLayer;
const ValueControls = lazy(async () => ({ default: (await import('../values/value-controls.tsx')).ValueControls }));
const ValueLegend = lazy(async () => ({ default: (await import('../values/value-legend.tsx')).ValueLegend }));
const none: readonly AtomValues[] = [];

/** Labels on atoms and colours by what is known about each: charges, spin densities, Fukui indices, shifts, hydrogen-bond sites. */
export function useValuesTool(
  { renderer, molecule, state, change }: View,
  given: readonly AtomValues[] | null,
): ViewerTool {
  const words = useWords();
  const { term } = words.ui;
  const [open, setOpen] = useState(false);
  const atoms = molecule?.atoms ?? null;
  const values = useMemo(
    () =>
      (molecule ? (given ?? moleculeAtomValues(molecule)) : none)
        .filter((each) => each.values.length === molecule?.atoms.length)
        .map((each) => ({ ...each, title: term(each.title) })),
    [given, molecule, term],
  );
  const { labels, colouring, colourRange } = state;
  const coloured = values.find(({ id }) => id === colouring) ?? null;
  const range = useMemo(() => (coloured ? rangeOf(coloured, colourRange) : null), [coloured, colourRange]);
  const colours = useMemo(() => (coloured && range ? valueColours(coloured, range) : null), [coloured, range]);
  useEffect(() => renderer?.setColours(colours), [renderer, colours]);

  const texts = useMemo(
    () => (atoms ? labelTexts(atoms, labels, values)?.map((text) => text && localNumber(words, text)) : null) ?? null,
    [atoms, labels, values, words],
  );
  const layer = useLayer<LabelLayer>(texts ? renderer : null, loadLayer);
  useEffect(() => layer?.set(texts), [layer, texts]);

  return {
    id: 'values',
    menu: [
      {
        id: 'values',
        label: words.viewer.values.open,
        checked: open,
        disabled: !renderer,
        run: () => setOpen(!open),
      },
    ],
    over: coloured && range && (
      <Suspense fallback={null}>
        <ValueLegend values={coloured} range={range} gaps={coloured.values.includes(null)} />
      </Suspense>
    ),
    below: open && (
      <Suspense fallback={null}>
        <ValueControls
          values={values}
          state={state}
          range={range}
          change={change}
          tooMany={(atoms?.length ?? 0) > mostLabels}
        />
      </Suspense>
    ),
  };
}
