import type { ViewerState } from '@cuvette/core/session';
import { useWords } from '../../elements/context.tsx';
import { Button } from '../../ui/button.tsx';
import { useChosenSurface } from './chosen-surface.ts';
import type { GridSource } from './grid-source.ts';
import { isovalueAt, isovalueRange, isovalueSteps, stepOf } from './isovalue.ts';

export interface SurfaceControlsProps {
  sources: readonly GridSource[];
  state: ViewerState;
  change: (change: Partial<ViewerState>) => void;
}

/** Which surface is drawn, at which isovalue, and how. */
export function SurfaceControls({ sources, state, change }: SurfaceControlsProps) {
  const table = useWords();
  const words = table.viewer.surface;
  const { choices, choice, header, isovalue, valueText } = useChosenSurface(sources, state, table);
  const range = header ? isovalueRange(header) : null;
  return (
    <div className="cv-viewer-strip">
      <label className="cv-viewer-control">
        <span>{words.surface}</span>
        <select
          value={choice?.id ?? ''}
          onChange={({ target }) => change({ surface: target.value || null, isovalue: null })}
        >
          <option value="">{words.none}</option>
          {choices.map((each) => (
            <option key={each.id} value={each.id}>
              {each.title}
            </option>
          ))}
        </select>
      </label>
      {range && (
        <>
          <label className="cv-viewer-control">
            <span>{words.isovalue}</span>
            <input
              type="range"
              min={0}
              max={isovalueSteps}
              value={stepOf(isovalue, range)}
              aria-valuetext={valueText}
              onChange={({ target }) => change({ isovalue: isovalueAt(target.valueAsNumber, range) })}
            />
            <output className="cv-number">{valueText}</output>
          </label>
          <Button
            dense
            label={words.usual}
            disabled={state.isovalue === null}
            onClick={() => change({ isovalue: null })}
          />
          <label className="cv-viewer-control">
            <span>{words.opacity}</span>
            <input
              type="range"
              min={10}
              max={100}
              step={5}
              value={Math.round(100 * state.surfaceOpacity)}
              aria-valuetext={`${Math.round(100 * state.surfaceOpacity)} %`}
              onChange={({ target }) => change({ surfaceOpacity: target.valueAsNumber / 100 })}
            />
          </label>
          <label className="cv-viewer-control">
            <input
              type="checkbox"
              checked={state.surfaceWireframe}
              onChange={({ target }) => change({ surfaceWireframe: target.checked })}
            />
            <span>{words.wireframe}</span>
          </label>
        </>
      )}
    </div>
  );
}
