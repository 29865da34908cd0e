import type { Route } from '../http/route.ts';
import type { JsonSchema } from './document.ts';

/** The ways in which a caller says who is calling. */
export const securitySchemes: Record<string, JsonSchema> = {
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-cuvette_session',
    description:
      'Signed in with a browser (on plain http the name has no prefix, below a path it begins with `__Secure-`).',
  },
  key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key; its scope limits what it may do.' },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, as in `X-API-Key`; a short-lived token of POST /api/session/token, which is for reading only; at /mcp also the token of an application that signed in by OAuth.',
  },
  worker: { type: 'apiKey', in: 'header', name: 'X-Worker-Key', description: 'A key of cuvette worker-key.' },
  'command-line': { type: 'apiKey', in: 'header', name: 'X-Cuvette-Admin', description: 'Lies in the data directory.' },
};

/** Which of them a call takes. */
export function securityOf(route: Route): Record<string, string[]>[] {
  switch (route.caller) {
    case 'person':
      return [{ cookie: [] }, { key: [] }, ...(scopeOf(route) === 'read' && !route.makesTokens ? [{ token: [] }] : [])];
    case 'worker':
      return [{ worker: [] }];
    case 'command line':
      return [{ 'command-line': [] }];
    case 'browser':
      return [{ cookie: [] }];
    default:
      return [];
  }
}

function scopeOf({ method, reads, secret }: Route): string {
  if (secret) return 'read_write';
  return method === 'GET' || reads ? 'read' : method === 'DELETE' ? 'read_write_delete' : 'read_write';
}

/** Returns what a key needs for a call, as text. */
export function scopeWords(route: Route): string {
  return `A key needs the scope ${scopeOf(route)}. ${
    route.withinProject
      ? 'Keys of one project may make this call within their project.'
      : 'Closed to keys of one project.'
  }`;
}
