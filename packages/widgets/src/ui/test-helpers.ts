/** Waits until nothing on the page changes its colour or place any more: axe measures what it sees, also in the middle of a transition. */
export async function still(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  const ending = document
    .getAnimations()
    .filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)));
  await Promise.allSettled(ending.map((animation) => animation.finished));
  await frame();
}
