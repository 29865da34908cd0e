import type { GLViewer, Label } from '3dmol';
import { afterEachPicture } from './drawn-views.ts';

/** A place in the picture, Å. */
export interface Point {
  x: number;
  y: number;
  z: number;
}

/** What the engine keeps to itself but must be reached for moving labels without a picture for each (3Dmol 2.5.5, pinned). */
interface EngineLabel {
  text: string;
  stylespec: { position: Point; alignment?: unknown };
  sprite: { visible: boolean; position: { set: (x: number, y: number, z: number) => void } };
  /** The written text as a picture: its pixels are those of the page. */
  canvas: { width: number; height: number };
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

/** Pixels that stay free between two texts that are kept apart. */
const gap = 2;

/**
 * Which of several texts can be shown without that one covers another: the first of them, and each one that is clear of all those shown before it.
 * @param boxes middles and sizes, in pixels
 */
function uncovered(boxes: readonly { x: number; y: number; width: number; height: number }[]): boolean[] {
  const shown: (typeof boxes)[number][] = [];
  return boxes.map((box) => {
    const covers = shown.some(
      ({ x, y, width, height }) =>
        Math.abs(x - box.x) < (width + box.width) / 2 + gap && Math.abs(y - box.y) < (height + box.height) / 2 + gap,
    );
    if (!covers) shown.push(box);
    return !covers;
  });
}

/**
 * Texts at places in the picture, over them (`center`) or above and to the right. Nothing here draws it again, but `render` where it is given: then of
 * texts that would cover each other only the first written is shown, as the view is turned.
 */
export function writings(viewer: GLViewer, alignment: 'center' | 'bottomLeft', render?: () => void) {
  const inside = viewer as unknown as EngineInside;
  let labels: EngineLabel[] = [];
  /** Shows those that cover no other one, seen as the last picture was. @returns whether that are others than before */
  const keepApart = (): boolean => {
    if (labels.length < 2) return false;
    const points: { x: number; y: number }[] = viewer.modelToScreen(labels.map(({ stylespec }) => stylespec.position));
    const shown = uncovered(
      labels.map(({ stylespec, canvas: { width, height } }, index) => {
        const { x, y } = points[index] ?? { x: Number.NaN, y: Number.NaN };
        return { x, y: stylespec.alignment === 'bottomCenter' ? y - height / 2 : y, width, height };
      }),
    );
    if (labels.every(({ sprite }, index) => sprite.visible === shown[index])) return false;
    for (const [index, { sprite }] of labels.entries()) sprite.visible = shown[index] ?? true;
    return true;
  };
  const leave =
    render &&
    afterEachPicture(viewer, () => {
      if (keepApart()) render();
    });
  return {
    /** `own` is what of its look differs: colours, size. */
    add(text: string, position: Point, own: object = {}) {
      const label = viewer.addLabel(text, { ...look, alignment, ...own, position }, undefined, true);
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
    /** All are written: which are shown is known before the next picture. */
    written: keepApart,
    /** Hears of no picture any more. */
    leave: () => leave?.(),
  };
}
