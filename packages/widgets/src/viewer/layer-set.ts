import type { Layer } from './layer.ts';

/** The layers of a picture. A layer that is disposed of leaves the set. */
export interface LayerSet extends Required<Layer> {
  add: <L extends Layer>(layer: L) => L;
}

/** @param onChange called when a layer was added or removed */
export function layerSet(onChange: () => void): LayerSet {
  const layers = new Set<Layer>();
  const all = (what: keyof Layer) => () => {
    for (const layer of layers) layer[what]?.();
  };
  return {
    changed: all('changed'),
    styled: all('styled'),
    moved: all('moved'),
    dispose: all('dispose'),
    add(layer) {
      const dispose = layer.dispose;
      layer.dispose = () => {
        if (!layers.delete(layer)) return;
        dispose();
        onChange();
      };
      layers.add(layer);
      onChange();
      return layer;
    },
  };
}
