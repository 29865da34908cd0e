import { dominantRanges } from '@cuvette/core/tables';
import { type MacropkaResults, microstateName } from '@cuvette/core/workflows/types/macropka/macropka-results';
import { useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { addEnglish } from '../english-at-hand.ts';
import { PHPlot } from '../plot/ph-plot.tsx';
import { PHSlider } from '../plot/ph-slider.tsx';
import { useSheet } from '../results/hooks/use-sheet.ts';
import type { Words } from '../words.ts';
import { MicrostateCards, percentText } from './microstate-cards.tsx';
import css from './microstates.css?inline';
import type { MicrostatesState } from './use-microstates.ts';
import { microstateWords } from './words.ts';

addEnglish({ microstates: microstateWords });

/** A curve that never comes above this weight is not drawn: it would lie on the axis. */
const lowestDrawn = 0.002;
/** A curve gets its number where it comes above this weight. */
const lowestNamed = 0.05;
const wholeRange = [0, 100] as const;

/** The microstates of an item at a pH: populations against pH, the slider under the same cursor, and a card for each. */
export function Microstates({ data, state }: { data: MacropkaResults; state: MicrostatesState }) {
  useSheet(css);
  const words = useWords();
  const texts = words.microstates;
  const grid = data.microstate_weights_by_pH;
  const curves = useMemo(
    () =>
      data.microstates.flatMap((_, index) => {
        const points = grid.map(([pH, weights]) => [pH, (weights[index] ?? 0) * 100] as const);
        const highest = Math.max(0, ...points.map(([, percent]) => percent)) / 100;
        const name = highest >= lowestNamed ? { name: String(index + 1) } : {};
        return highest < lowestDrawn ? [] : [{ id: String(index), index, points, ...name }];
      }),
    [data, grid],
  );
  const label = useMemo(() => plotLabel(data, words), [data, words]);
  if (grid.length === 0) {
    return (
      <div className="cv-microstates-view" data-no-weights="">
        <p className="cv-quiet cv-small">{texts.noWeights}</p>
        <MicrostateCards data={data} state={state} />
      </div>
    );
  }
  const computed = grid.map(([pH]) => pH);
  const [low, high] = [Math.min(...computed), Math.max(...computed)];
  const outside = state.settled < low || state.settled > high;
  const { dominant } = state;
  return (
    <div className="cv-microstates-view">
      <div className="cv-microstates-control">
        <PHPlot
          curves={curves.map((curve) => ({ ...curve, active: curve.index === state.active }))}
          axis={texts.population}
          range={wholeRange}
          label={label}
          name={texts.population}
          pH={state.pH}
          onPH={state.setPH}
          isoelectricPoint={data.isoelectric_point}
        />
        <PHSlider pH={state.pH} onPH={state.setPH}>
          {dominant === null
            ? null
            : texts.dominantNow(words.ui.term(microstateName(dominant)), percentText(state.weights[dominant] ?? 0))}
        </PHSlider>
        {outside ? <p className="cv-quiet cv-small">{texts.outside(low.toFixed(1), high.toFixed(1))}</p> : null}
      </div>
      <MicrostateCards data={data} state={state} />
    </div>
  );
}

/** Returns what the plot shows, in sentences: who dominates where, and the isoelectric point. */
function plotLabel(data: MacropkaResults, { microstates: texts, ui }: Words): string {
  const { microstates, microstate_weights_by_pH: grid, isoelectric_point: point } = data;
  return [
    texts.populations(microstates.length),
    ...dominantRanges(grid).map(({ microstate, from, to }) =>
      texts.dominates(ui.term(microstateName(microstate)), from.toFixed(1), to.toFixed(1)),
    ),
    ...(point === null ? [] : [texts.isoelectric(point.toFixed(2))]),
  ].join(' ');
}
