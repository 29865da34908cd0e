import { useEffect, useState } from 'react';
import type { Layer, Scene } from '../layer.ts';
import type { Renderer } from '../renderer.ts';

/**
 * A layer in the picture for as long as there is a renderer; its code comes when it is first needed. Null until then, and where its
 * code does not arrive: the structure itself is drawn all the same.
 * @param load the same function at every call
 */
export function useLayer<L extends Layer>(
  renderer: Renderer | null,
  load: () => Promise<(scene: Scene) => L>,
): L | null {
  const [held, setHeld] = useState<{ renderer: Renderer; layer: L } | null>(null);
  useEffect(() => {
    if (!renderer) return;
    let gone = false;
    let layer: L | null = null;
    load().then(
      (make) => {
        if (gone) return;
        layer = renderer.add(make);
        setHeld({ renderer, layer });
      },
      (error: unknown) => console.error(error),
    );
    return () => {
      gone = true;
      layer?.dispose();
      setHeld(null);
    };
  }, [renderer, load]);
  return held && held.renderer === renderer ? held.layer : null;
}
