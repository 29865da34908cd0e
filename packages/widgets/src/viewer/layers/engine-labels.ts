import type { GLViewer, Label } from '3dmol';

/** A place in the picture, Å. */
export interface Point {
  x: number;
  y: number;
  z: number;
}

/** What the engine keeps to itself but must be reached for moving labels without a picture for each (3Dmol 2.5.5, pinned). */
interface EngineLabel {
  text: string;
  stylespec: { position: Point };
  sprite: { position: { set: (x: number, y: number, z: number) => void } };
  setContext: () => void;
  dispose: () => void;
}
interface EngineInside {
  labels: EngineLabel[];
  modelGroup: { add: (sprite: unknown) => void; remove: (sprite: unknown) => void };
}

/** White on dark is read on light and dark pages, and over any colour of the structure. */
const look = {
  backgroundColor: '#1d2426',
  fontColor: '#ffffff',
  inFront: true,
  padding: 1,
  fontSize: 12,
} as const;

/** Texts at places in the picture, over them (`center`) or above and to the right. Nothing here draws it again. */
export function writings(viewer: GLViewer, alignment: 'center' | 'bottomLeft') {
  const inside = viewer as unknown as EngineInside;
  let labels: EngineLabel[] = [];
  return {
    /** `own` is what of its look differs: colours, size. */
    add(text: string, position: Point, own: object = {}) {
      const label = viewer.addLabel(text, { ...look, alignment, ...own, position } as never, undefined, true);
      labels.push(label as Label as unknown as EngineLabel);
    },
    move(index: number, { x, y, z }: Point) {
      const label = labels[index];
      if (!label) return;
      label.stylespec.position = { x, y, z };
      label.sprite.position.set(x, y, z);
    },
    write(index: number, text: string) {
      const label = labels[index];
      if (!label || label.text === text) return;
      inside.modelGroup.remove(label.sprite);
      label.dispose();
      label.text = text;
      label.setContext();
      inside.modelGroup.add(label.sprite);
    },
    clear() {
      for (const label of labels) {
        inside.modelGroup.remove(label.sprite);
        label.dispose();
      }
      const gone = new Set(labels);
      inside.labels.splice(0, inside.labels.length, ...inside.labels.filter((each) => !gone.has(each)));
      labels = [];
    },
  };
}
