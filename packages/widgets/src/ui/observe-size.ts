/**
 * Tells of each new size of an element with the next frame: what is drawn anew amid the browser's round of observers can make it give up the round,
 * which pages get as an error.
 * @returns a function that ends it
 */
export function observeSize(element: Element, tell: () => void): () => void {
  let next = 0;
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(next);
    next = requestAnimationFrame(tell);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(next);
  };
}
