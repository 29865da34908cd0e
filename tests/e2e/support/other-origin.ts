import { createServer, type Server } from 'node:http';

/** Serves pages from another origin than the product's, with these headers; by their names, also other files than pages. */
export async function otherOrigin(
  pages: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*$/, '');
    const page = pages[path];
    const [, ending = 'html'] = /\.(json|cube)$/.exec(path) ?? [];
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': { html: 'text/html; charset=utf-8', json: 'application/json', cube: 'text/plain' }[ending],
      ...headers,
    });
    response.end(page ?? 'not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
