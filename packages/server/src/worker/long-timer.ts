/** Most milliseconds that a timer of JavaScript waits (2^31 - 1, 24.8 days); a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Calls `action` once after `seconds`, however long that is.
 * @returns a function that takes the call back
 */
export function afterSeconds(seconds: number, action: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (milliseconds: number): void => {
    const now = Math.min(milliseconds, longestTimer);
    timer = setTimeout(() => (milliseconds > now ? wait(milliseconds - now) : action()), now);
  };
  wait(seconds * 1000);
  return () => clearTimeout(timer);
}
