import { createAccountClient } from '@cuvette/core/client';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { withoutEndSlashes } from '../slashes.ts';
import { createMcpServer } from './mcp-server.ts';

/**
 * Serves one agent over standard input and output until that closes. Tools call the server at `address` with the key's rights. Nothing else may be
 * written to standard output.
 */
export async function serveStdio(address: string, key: string): Promise<void> {
  const call: typeof globalThis.fetch = (input, init = {}) =>
    fetch(input, {
      ...init,
      credentials: 'omit',
      headers: { ...(init.headers as Record<string, string>), 'x-api-key': key },
    });
  const server = createMcpServer(createAccountClient({ origin: withoutEndSlashes(address), fetch: call }));
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
}
