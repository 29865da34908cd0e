import { residueAtomName } from '@cuvette/core/chemistry';
import { useEffect, useMemo } from 'react';
import { useWords } from '../../elements/context.tsx';
import { localNumber } from '../../ui/numbers.ts';
import type { MeasureLayer } from '../layers/measure-layer.ts';
import { measuredText, mostMeasured, selectionText } from '../measurements/measure.ts';
import type { View, ViewerTool } from '../viewer-tool.ts';
import { useLayer } from './use-layer.ts';

const loadLayer = async () => (await import('../layers/measure-layer.ts')).measureLayer;

/** Names the selected atoms, measures two, three or four of them, and keeps measurements in the picture. */
export function useMeasureTool({ renderer, molecule, positions, state, change, selected }: View): ViewerTool {
  const words = useWords();
  const { measure } = words.viewer;
  const atoms = molecule?.atoms ?? null;
  const macromolecule = molecule?.macromolecule ?? null;
  const nameOf = useMemo(
    () => (macromolecule ? (atom: number) => residueAtomName(macromolecule, atom) : undefined),
    [macromolecule],
  );
  const status = useMemo(
    () => (atoms ? selectionText(atoms, selected, words, nameOf, positions) : null),
    [atoms, selected, words, nameOf, positions],
  );
  const { measurements } = state;
  // Atoms of another structure may be fewer.
  const kept = useMemo(
    () => measurements.filter((each) => each.every((atom) => atom < (atoms?.length ?? 0))),
    [measurements, atoms],
  );
  const layer = useLayer<MeasureLayer>(kept.length > 0 ? renderer : null, loadLayer);
  useEffect(() => {
    layer?.set(kept, (value, count) => localNumber(words, measuredText(value, count)));
  }, [layer, kept, words]);
  const measurable = selected.length >= 2 && selected.length <= mostMeasured;
  const same = (each: readonly number[]) => each.join() === selected.join();
  return {
    id: 'measure',
    status,
    menu: [
      {
        id: 'keep',
        label: measure.keep,
        disabled: !renderer || !measurable,
        reason: measurable ? undefined : measure.needsAtoms,
        run: () => change({ measurements: [...measurements.filter((each) => !same(each)), [...selected]] }),
      },
      ...(kept.length > 0 ? [{ id: 'remove', label: measure.removeAll, run: () => change({ measurements: [] }) }] : []),
    ],
    below:
      atoms && kept.length > 0 ? (
        <ul className="cv-hidden" aria-label={measure.kept}>
          {kept.map((each) => (
            <li key={each.join()}>{selectionText(atoms, each, words, nameOf, positions)}</li>
          ))}
        </ul>
      ) : null,
  };
}
