/** Waits for a call and then forgets what is known under these keys. */
export type Refreshed = <T>(work: Promise<T>, ...keys: string[][]) => Promise<T>;
