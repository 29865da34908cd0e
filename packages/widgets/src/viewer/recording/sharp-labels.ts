import type { GLViewer } from '3dmol';
import { type InnerLabel, viewerInside } from '../engine-inside.ts';

/** More labels than this are drawn as they are: writing each of them anew would take long. */
const most = 400;
/** What the engine uses by default. */
const usual = { fontSize: 18, padding: 4 };

/**
 * Labels are pictures of a few pixels: in a large picture they would be blurred. While `draw` runs they are written `times` as large, and shown in the size
 * that they had.
 */
export function withSharpLabels(viewer: GLViewer, times: number, draw: () => void): void {
  const { labels } = viewerInside(viewer);
  const written = labels.filter((label) => label !== null);
  if (times < 2 || written.length > most) return draw();
  const specs = written.map((label) => [label, label.stylespec] as const);
  const write = (label: InnerLabel, spec: InnerLabel['stylespec'], scale: number) => {
    label.dispose();
    label.stylespec = spec;
    label.setContext();
    label.sprite.scale.set(scale, scale, 1);
  };
  try {
    for (const [label, spec] of specs) {
      const { screenOffset } = spec;
      const large = {
        ...spec,
        fontSize: (spec.fontSize ?? usual.fontSize) * times,
        padding: (spec.padding ?? usual.padding) * times,
        ...(spec.borderThickness ? { borderThickness: spec.borderThickness * times } : {}),
        ...(screenOffset ? { screenOffset: { x: screenOffset.x * times, y: screenOffset.y * times } } : {}),
      };
      write(label, large, 1 / times);
    }
    draw();
  } finally {
    for (const [label, spec] of specs) write(label, spec, 1);
  }
}
