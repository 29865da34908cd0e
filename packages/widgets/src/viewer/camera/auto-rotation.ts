import type { GLViewer } from '3dmol';

/** Degrees in a second; half of it where little motion is wished for. */
const speed = 24;
/** Milliseconds. After a longer pause (a tab behind others) the structure goes on from where it was. */
const longest = 250;

export interface Turning {
  start: () => void;
  stop: () => void;
}

/**
 * Turns what a viewer shows about the vertical axis, by the clock and one picture after another, so that the page has its turn in between also where drawing is
 * slow. The engine's own turning (`spin`) draws by a timer of 25 ms: a picture that takes longer leaves no time for anything else then, not even for the press
 * that would end it.
 */
export function turningOf(viewer: GLViewer): Turning {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  let request = 0;
  let before: number | null = null;
  const turn = (now: number) => {
    request = requestAnimationFrame(turn);
    const canvas = viewer.getCanvas();
    if (!canvas.isConnected || !canvas.checkVisibility()) {
      before = null;
      return;
    }
    const passed = before === null ? 0 : Math.min(longest, now - before);
    before = now;
    if (passed > 0) viewer.rotate(((reduced.matches ? speed / 2 : speed) * passed) / 1000, 'vy');
  };
  const stop = () => {
    cancelAnimationFrame(request);
    before = null;
  };
  return {
    start() {
      stop();
      request = requestAnimationFrame(turn);
    },
    stop,
  };
}
