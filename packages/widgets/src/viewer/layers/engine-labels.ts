import type { GLViewer } from '3dmol';
import { type InnerLabel, labelInside, type Point, viewerInside } from '../engine-inside.ts';
import { afterEachPicture } from './drawn-views.ts';

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
  const inside = viewerInside(viewer);
  let labels: InnerLabel[] = [];
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
      labels.push(labelInside(label));
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
      inside.labels.splice(0, inside.labels.length, ...inside.labels.filter((each) => !each || !gone.has(each)));
      labels = [];
    },
    /** All are written: which are shown is known before the next picture. */
    written: keepApart,
    /** Hears of no picture any more. */
    leave: () => leave?.(),
  };
}
