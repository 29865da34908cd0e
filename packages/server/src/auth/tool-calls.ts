import { AsyncLocalStorage } from 'node:async_hooks';

/** Set while a tool of `/mcp` makes its calls; a request from outside never is inside of it. */
const tools = new AsyncLocalStorage<true>();

/** Runs a call of this server's own API that a tool of `/mcp` makes for its caller. */
export function asTool<T>(call: () => PromiseLike<T>): Promise<T> {
  // A call of Fastify's `inject` begins when it is waited for, so that has to be inside.
  return tools.run(true, async () => await call());
}

/** Whether the request at hand is such a call. */
export function isToolCall(): boolean {
  return tools.getStore() === true;
}
