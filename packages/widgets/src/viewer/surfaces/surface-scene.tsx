import type { Atom } from '@cuvette/core/entities';
import type { ViewerState } from '@cuvette/core/session';
import { useEffect, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import { type SurfaceLayer, surfaceLayer } from '../layers/surface-layer.ts';
import type { Renderer } from '../renderer.ts';
import { useLayer } from '../tools/use-layer.ts';
import { ValueLegend } from '../values/value-legend.tsx';
import { useChosenSurface } from './chosen-surface.ts';
import type { GridSource } from './grid-source.ts';
import { useSurface } from './use-surface.ts';

export interface SurfaceSceneProps {
  renderer: Renderer;
  /** Atoms of the structure that is shown. */
  atoms: readonly Atom[];
  sources: readonly GridSource[];
  state: ViewerState;
  /** A vibration swings the atoms about their structure. */
  vibrating: boolean;
}

const makeLayer = async () => surfaceLayer;

/** Draws the chosen surface, and says over the picture what it is. */
export function SurfaceScene({ renderer, atoms, sources, state, vibrating }: SurfaceSceneProps) {
  const words = useWords();
  const say = words.viewer.surface;
  const { choices, choice, isovalue, valueText } = useChosenSurface(sources, state, words);
  const made = useSurface(choice, isovalue, sources);
  const layer = useLayer<SurfaceLayer>(renderer, makeLayer);
  const [away, setAway] = useState(false);
  const { surfaceOpacity: opacity, surfaceWireframe: wireframe } = state;
  useEffect(() => {
    if (!layer) return;
    const { lobes = null, range = null } = made.phase === 'made' ? made : {};
    layer.set(lobes && { lobes, range, opacity, wireframe, stays: vibrating, onAway: setAway });
    // Another structure takes the surface away; it is drawn again where it belongs to that one as well.
  }, [layer, made, opacity, wireframe, atoms, vibrating]);
  if (!choice || made.phase === 'none') return null;
  const coloured = sources.find(({ header }) => header.name === choice.colouredBy)?.header;
  const colouredTitle = choices.find(({ id }) => id === choice.colouredBy)?.title ?? '';
  const empty = made.phase === 'made' && made.lobes.every(({ parts }) => parts.length === 0);
  const meaning = empty ? say.empty : coloured ? '' : choice.bothSigns ? say.signs : say.positive;
  return (
    <div className="cv-viewer-legends" role="status">
      <p className="cv-viewer-legend">
        {made.phase === 'loading' && say.loading}
        {made.phase === 'failed' && say.failed}
        {made.phase === 'made' && away && say.away}
        {made.phase === 'made' && !away && `${say.valueOf(choice.title, valueText)} ${meaning}`}
      </p>
      {made.phase === 'made' && coloured && made.range && !empty && !away && (
        <ValueLegend
          values={{ title: colouredTitle, unit: coloured.value_unit, kind: 'signed', precision: 3 }}
          range={made.range}
          gaps={false}
        />
      )}
    </div>
  );
}
