/** Milliseconds without a change after which a layout counts as settled. */
const still = 60;
/** Milliseconds after which a height is sent though something is still being read: a slow server must not leave content cut. */
const longest = 3000;

interface ContentHeightOptions {
  /** Whether what is shown is still on its way: its height is no answer yet. */
  pending: () => boolean;
  tell: (height: number) => void;
}

/** Calls back when the page has nothing else to do: on a busy machine a timer ends while drawing is still waiting behind it. */
function whenIdle(work: () => void): () => void {
  // Safari has no such callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, still);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: longest });
  return () => cancelIdleCallback(handle);
}

/** The height of a box in CSS pixels, reported once it has settled and again whenever it settles at another one, without the steps between. */
export function contentHeight(box: HTMLElement, { pending, tell }: ContentHeightOptions) {
  let lastReported = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since: number | null = null;
  let forget = () => {};
  const waits = () => since !== null && pending() && performance.now() - since < longest;
  const look = () => {
    if (waits()) timer = setTimeout(look, still);
    else forget = whenIdle(settle);
  };
  const settle = () => {
    if (waits()) {
      look();
      return;
    }
    since = null;
    const height = Math.ceil(box.getBoundingClientRect().height);
    if (height === 0 || height === lastReported) return;
    lastReported = height;
    tell(height);
  };
  const changed = () => {
    since ??= performance.now();
    clearTimeout(timer);
    forget();
    timer = setTimeout(look, still);
  };
  const sizes = new ResizeObserver(changed);
  return {
    start(): void {
      lastReported = 0;
      sizes.observe(box);
      changed();
    },
    stop(): void {
      sizes.disconnect();
      clearTimeout(timer);
      forget();
    },
  };
}
