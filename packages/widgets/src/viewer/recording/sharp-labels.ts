import type { GLViewer } from '3dmol';

/** What the engine keeps to itself but must be reached for labels of any size (3Dmol 2.5.5, pinned). */
interface EngineLabel {
  stylespec: { fontSize?: number; padding?: number; borderThickness?: number; screenOffset?: { x: number; y: number } };
  sprite: { scale: { set: (x: number, y: number, z: number) => void } };
  setContext: () => void;
  dispose: () => void;
}

/** More labels than this are drawn as they are: writing each of them anew would take long. */
const most = 400;
/** What the engine takes where nothing is said. */
const usual = { fontSize: 18, padding: 4 };

/**
 * Labels are pictures of a few pixels: in a large picture they would be blurred. While `draw` runs they are written `times` as large, and shown in the size
 * that they had.
 */
export function withSharpLabels(viewer: GLViewer, times: number, draw: () => void): void {
  const { labels } = viewer as unknown as { labels: (EngineLabel | null)[] };
  const written = labels.filter((label) => label !== null);
  if (times < 2 || written.length > most) return draw();
  const specs = written.map(({ stylespec }) => stylespec);
  const write = (label: EngineLabel, spec: EngineLabel['stylespec'], scale: number) => {
    label.dispose();
    label.stylespec = spec;
    label.setContext();
    label.sprite.scale.set(scale, scale, 1);
  };
  try {
    for (const label of written) {
      const { stylespec: spec } = label;
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
    written.forEach((label, index) => write(label, specs[index] ?? {}, 1));
  }
}
