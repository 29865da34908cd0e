import type { Molecule } from '@cuvette/core/entities';
import type { Camera } from '@cuvette/core/session';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Renderer } from '../renderer.ts';
import type { View } from '../viewer-tool.ts';

/** How long after the last turn, step of the wheel or key the view counts as chosen, in milliseconds. */
const restAfter = 250;

/**
 * Keeps in the state from where the structure is looked at, once somebody turned, moved or zoomed it; and looks from there when the state says so
 * (a session that was restored, another viewer of the same session). With another structure of the same atoms the view stays, and is expressed in that one's
 * coordinates; another substance fills the picture. So does what nobody turned or zoomed, in a box of any size.
 * @returns `forget`: what was just done to the view is no choice of one (a reset)
 */
export function useCamera({ renderer, molecule, state, change, stage }: View): { forget: () => void } {
  const atoms = molecule?.atoms ?? null;
  const { camera, spinning } = state;
  const known = useRef<{ renderer: Renderer; atoms: Molecule['atoms']; camera: Camera | null } | null>(null);
  /** From where it was looked at before what is being done now. */
  const moving = useRef<Camera | null>(null);
  const keep = (next: Camera | null) => {
    if (known.current) known.current.camera = next;
    change({ camera: next });
  };
  const follow = useEffectEvent(() => {
    if (!renderer || !atoms) return;
    const before = known.current?.renderer === renderer ? known.current : null;
    known.current = { renderer, atoms, camera };
    if (!same(before?.camera ?? null, camera)) {
      if (camera) renderer.setCamera(camera);
      else renderer.reset();
    } else if (before && camera && before.atoms !== atoms) {
      keep(sameElements(before.atoms, atoms) ? renderer.camera() : null);
    }
  });
  useEffect(() => follow(), [renderer, atoms, camera]);

  const settled = useEffectEvent((before: Camera) => {
    if (!renderer || spinning) return;
    const now = renderer.camera();
    if (!same(before, now)) keep(now);
  });
  useEffect(() => {
    const element = stage.current;
    if (!renderer || !element) return;
    const ending = new AbortController();
    const options = { signal: ending.signal, capture: true, passive: true };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      moving.current ??= renderer.camera();
    };
    const end = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (moving.current) settled(moving.current);
        moving.current = null;
      }, restAfter);
    };
    element.addEventListener('pointerdown', begin, options);
    // A drag may end anywhere.
    for (const type of ['pointerup', 'pointercancel', 'touchend'])
      window.addEventListener(type, () => moving.current && end(), options);
    for (const type of ['wheel', 'keydown']) {
      element.addEventListener(
        type,
        () => {
          begin();
          end();
        },
        options,
      );
    }
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [renderer, stage]);
  const resized = useEffectEvent(() => {
    if (renderer && camera === null && moving.current === null) renderer.fit();
  });
  useEffect(() => {
    const element = stage.current;
    if (!renderer || !element) return;
    let [width, height] = [element.clientWidth, element.clientHeight];
    // The engine's own observer is older: it has drawn in the new size when this one is called.
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth * clientHeight === 0 || (clientWidth === width && clientHeight === height)) return;
      [width, height] = [clientWidth, clientHeight];
      resized();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [renderer, stage]);
  return {
    forget() {
      moving.current = null;
    },
  };
}

const same = (a: Camera | null, b: Camera | null) => JSON.stringify(a) === JSON.stringify(b);

function sameElements(a: Molecule['atoms'], b: Molecule['atoms']): boolean {
  return a.length === b.length && a.every(({ atomic_number }, index) => atomic_number === b[index]?.atomic_number);
}
