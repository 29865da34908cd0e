import { alignmentModes } from '@cuvette/core/chemistry';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useWords } from '../../elements/context.tsx';
import type { OverlayLayer } from '../layers/overlay-layer.ts';
import { mostOverlaid, type OtherStructure, overlayColour, reachesBeyond } from '../overlay/overlay.ts';
import { useAlignedStructures } from '../overlay/use-aligned-structures.ts';
import type { View, ViewerTool } from '../viewer-tool.ts';
import { useLayer } from './use-layer.ts';

const OverlayDialog = lazy(async () => ({ default: (await import('../overlay/overlay-dialog.tsx')).OverlayDialog }));
const OverlayLegend = lazy(async () => ({ default: (await import('../overlay/overlay-legend.tsx')).OverlayLegend }));

const loadLayer = async () => (await import('../layers/overlay-layer.ts')).overlayLayer;
const nothing: readonly OtherStructure[] = [];

/** Other structures of the item in the same picture, laid on the one that is shown: as ghosts behind it, or each in a colour of its own. */
export function useOverlayTool(view: View, others: readonly OtherStructure[]): ViewerTool {
  const { renderer, molecule, title, state, change } = view;
  const words = useWords().viewer.overlay;
  const [choosing, setChoosing] = useState(false);
  const { overlay, overlaid, alignment, camera } = state;
  const wanted = useMemo(() => wantedOf(others, overlay, overlaid), [others, overlay, overlaid]);
  const target = molecule?.atoms ?? null;
  const laid = useAlignedStructures(wanted, target, alignment);
  const layer = useLayer<OverlayLayer>(wanted.length > 0 ? renderer : null, loadLayer);
  /** Whether the picture was fitted to structures that are larger than the one that is looked at. */
  const widened = useRef(false);
  const fit = useEffectEvent((larger: boolean) => {
    // A person who turned or zoomed has chosen what to see.
    if (camera === null && (larger || widened.current)) renderer?.fit();
    widened.current = larger;
  });
  useEffect(() => {
    if (!layer || !target) {
      fit(false);
      return;
    }
    const drawn = wanted.flatMap(({ id, atoms }) => {
      const found = laid.get(id);
      if (!found || found.atoms !== atoms) return [];
      const colour = overlay === 'ghosts' ? null : overlayColour(others.findIndex((other) => other.id === id));
      return [{ atoms: found.atoms, motion: found.motion, colour }];
    });
    layer.set(drawn);
    fit(reachesBeyond(drawn, target));
  }, [layer, target, wanted, laid, overlay, others]);
  if (others.length === 0) return { id: 'overlay' };

  const disabled = !renderer;
  const reading = wanted.filter(({ atoms, failed }) => !atoms && !failed).length;
  const left = overlay === 'none' || overlaid !== null ? 0 : others.length - wanted.length;
  return {
    id: 'overlay',
    menu: [
      {
        id: 'ghosts',
        label: words.ghosts,
        checked: overlay === 'ghosts',
        disabled,
        run: () => change({ overlay: overlay === 'ghosts' ? 'none' : 'ghosts' }),
      },
      {
        id: 'overlay-all',
        label: words.overlayAll,
        checked: overlay === 'colours' && overlaid === null,
        disabled,
        run: () =>
          change(
            overlay === 'colours' && overlaid === null ? { overlay: 'none' } : { overlay: 'colours', overlaid: null },
          ),
      },
      {
        id: 'overlay-chosen',
        label: words.overlayChosen,
        checked: overlay === 'colours' && overlaid !== null,
        disabled,
        run: () => setChoosing(true),
      },
      ...alignmentModes.map((mode) => ({
        id: `alignment-${mode}`,
        label: words.alignBy(words.alignments[mode]),
        checked: alignment === mode,
        disabled,
        run: () => change({ alignment: mode }),
      })),
    ],
    over:
      overlay === 'none' ? null : (
        <Suspense fallback={null}>
          <OverlayLegend
            title={title}
            members={overlay === 'colours' ? wanted : nothing}
            colourOf={(id) => overlayColour(others.findIndex((other) => other.id === id))}
            laid={laid}
            reading={reading}
            cut={left > 0 ? words.cut(wanted.length, others.length) : null}
          />
        </Suspense>
      ),
    dialog: choosing ? (
      <Suspense fallback={null}>
        <OverlayDialog
          others={others}
          chosen={overlaid ?? wanted.map(({ id }) => id)}
          onChoose={(ids) => change({ overlay: ids.length === 0 ? 'none' : 'colours', overlaid: [...ids] })}
          onClose={() => setChoosing(false)}
        />
      </Suspense>
    ) : null,
  };
}

/** Which of the others are asked for, at most 50 of them. */
function wantedOf(
  others: readonly OtherStructure[],
  overlay: View['state']['overlay'],
  overlaid: View['state']['overlaid'],
): readonly OtherStructure[] {
  if (overlay === 'none') return nothing;
  const chosen = overlay === 'ghosts' || overlaid === null ? others : others.filter(({ id }) => overlaid.includes(id));
  return chosen.slice(0, mostOverlaid);
}
