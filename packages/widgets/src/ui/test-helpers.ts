/** Waits until nothing on the page changes its colour or place any more: axe measures what it sees, also in the middle of a transition. */
export async function still(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  const ending = animations(document).filter((animation) =>
    Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)),
  );
  await Promise.allSettled(ending.map((animation) => animation.finished));
  await frame();
}

/** What is moving in a page and in the shadow roots of its elements, which the document itself does not count. */
function animations(root: Document | ShadowRoot): Animation[] {
  const inside = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot ? animations(shadowRoot) : [],
  );
  return [...new Set([...root.getAnimations(), ...inside])];
}
