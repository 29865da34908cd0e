import { surfaceChoices, usualIsovalue } from '@cuvette/core/workflows/surface-choices';
import { useEffect, useMemo, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { localNumber } from '../../ui/numbers.ts';
import type { SurfaceLayer } from '../layers/surface-layer.ts';
import type { GridSource } from '../surfaces/grid-source.ts';
import { isovalueText } from '../surfaces/isovalue.ts';
import { SurfaceControls } from '../surfaces/surface-controls.tsx';
import { headersOf, useSurface } from '../surfaces/use-surface.ts';
import { ValueLegend } from '../value-legend.tsx';
import type { View, ViewerTool } from '../viewer-tool.ts';
import { useLayer } from './use-layer.ts';

const loadLayer = async () => (await import('../layers/surface-layer.ts')).surfaceLayer;
const id = 'surface';

/** Isosurfaces of the grids that are known of a structure: orbitals with both signs, densities, the potential on the density. */
export function useSurfaceTool(
  { renderer, molecule, state, change }: View,
  sources: readonly GridSource[],
): ViewerTool {
  const words = useWords();
  const { surface: say } = words.viewer;
  const [open, setOpen] = useState(false);
  const choices = useMemo(() => surfaceChoices(headersOf(sources)), [sources]);
  const choice = choices.find((each) => each.id === state.surface) ?? null;
  const header = sources.find((each) => each.header.name === choice?.grid)?.header ?? null;
  const isovalue = state.isovalue ?? usualIsovalue(header?.quantity ?? 'orbital');
  const made = useSurface(molecule ? choice : null, isovalue, sources);
  const layer = useLayer<SurfaceLayer>(choice ? renderer : null, loadLayer);
  const { surfaceOpacity: opacity, surfaceWireframe: wireframe } = state;
  useEffect(() => {
    if (!layer) return;
    layer.set(made.phase === 'made' ? { lobes: made.lobes, range: made.range, opacity, wireframe } : null);
  }, [layer, made, opacity, wireframe, molecule]);

  if (sources.length === 0) return { id };
  const value = choice && header ? localNumber(words, isovalueText(isovalue, choice.bothSigns, header.value_unit)) : '';
  const coloured = sources.find((each) => each.header.name === choice?.colouredBy)?.header;
  const colouredTitle = choices.find(({ id: other }) => other === choice?.colouredBy)?.title ?? '';
  const empty = made.phase === 'made' && made.lobes.every(({ parts }) => parts.length === 0);
  return {
    id,
    menu: [{ id: 'surfaces', label: say.open, checked: open, disabled: !renderer, run: () => setOpen(!open) }],
    over: choice && made.phase === 'made' && (
      <div className="cv-viewer-legends">
        <p className="cv-viewer-legend">
          {say.valueOf(choice.title, value)}{' '}
          {empty ? say.empty : coloured ? '' : choice.bothSigns ? say.signs : say.positive}
        </p>
        {coloured && made.range && !empty && (
          <ValueLegend
            values={{ title: colouredTitle, unit: coloured.value_unit, kind: 'signed', precision: 3 }}
            range={made.range}
            gaps={false}
          />
        )}
      </div>
    ),
    below: open && (
      <SurfaceControls
        choices={choices}
        choice={choice}
        header={header}
        isovalue={isovalue}
        valueText={value}
        phase={made.phase}
        state={state}
        change={change}
      />
    ),
  };
}
