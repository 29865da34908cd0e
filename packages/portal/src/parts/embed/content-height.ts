/** Milliseconds without a change after which a layout stands still. */
const still = 60;
/** Milliseconds after which a height is told though something is still being read: a slow server must not leave content cut. */
const longest = 3000;

interface ContentHeightOptions {
  /** Whether what is shown is still on its way: its height is no answer yet. */
  pending: () => boolean;
  tell: (height: number) => void;
}

/** The height of a box in CSS pixels, told once it stands still and again whenever it came to rest at another one: no steps on the way. */
export function contentHeight(box: HTMLElement, { pending, tell }: ContentHeightOptions) {
  let told = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since: number | null = null;
  const look = () => {
    if (since !== null && pending() && performance.now() - since < longest) {
      timer = setTimeout(look, still);
      return;
    }
    since = null;
    const height = Math.ceil(box.getBoundingClientRect().height);
    if (height === 0 || height === told) return;
    told = height;
    tell(height);
  };
  const changed = () => {
    since ??= performance.now();
    clearTimeout(timer);
    timer = setTimeout(look, still);
  };
  const sizes = new ResizeObserver(changed);
  return {
    start(): void {
      told = 0;
      sizes.observe(box);
      changed();
    },
    stop(): void {
      sizes.disconnect();
      clearTimeout(timer);
    },
  };
}
