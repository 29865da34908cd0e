/** Whether something is read for the first time and has not failed yet: a page may wait for it, and does not wait for a server that is away. */
export const isFirstRead = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean =>
  isPending && failureCount === 0;
