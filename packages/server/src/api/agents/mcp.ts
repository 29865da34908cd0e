import { createAccountClient } from '@cuvette/core/client';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { asTool } from '../../auth/tool-calls.ts';
import { createMcpServer } from '../../mcp/mcp-server.ts';
import type { Services } from '../../services.ts';
import { basePathOf } from '../../wire/base-path.ts';
import { type Route, reads, route } from '../http/route.ts';
import { challengeOf } from './oauth-metadata.ts';

/** Headers that say who calls, and from where; the calls of the tools carry the same ones. */
const identity = ['authorization', 'x-api-key', 'cookie', 'host', 'origin', 'sec-fetch-site'] as const;

/** Calls this server's own API as the caller of a request: its rights, checks and limits hold for each call of a tool. */
function fetchAs(request: FastifyRequest): typeof globalThis.fetch {
  const own = Object.fromEntries(
    identity.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
  );
  return async (input, init = {}) => {
    const call = {
      method: (init.method ?? 'GET') as 'GET' | 'POST' | 'DELETE',
      url: String(input),
      headers: { ...(init.headers as Record<string, string>), ...own },
      remoteAddress: request.ip,
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    };
    const answer = await asTool(() => request.server.inject(call));
    const empty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: new Headers(
        Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
      ),
    });
  };
}

/** Has the refusal of a caller that nobody knows say where an application signs in. */
export function challengeAgents(app: FastifyInstance, services: Services): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isMcp = request.routeOptions.config?.access?.applications;
    const challenge = isMcp && reply.statusCode === 401 ? challengeOf(services.oauth.place(), request) : null;
    if (challenge !== null) reply.header('www-authenticate', challenge);
    return payload;
  });
}

/** Aborts when the caller goes away before the answer was sent. */
function whileCalled(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** A refusal of the protocol (JSON-RPC), which also says its reason where all refusals of this server do. */
function refusalOf(text: string): string {
  const refusal = z.parse(z.looseObject({ error: z.looseObject({ message: z.string() }) }), JSON.parse(text));
  return JSON.stringify({ ...refusal, detail: refusal.error.message });
}

/** Agents connect here: the Model Context Protocol over Streamable HTTP, one answer for each call, without sessions. */
export const mcpRoutes: Route[] = [
  route(
    'POST /mcp',
    { ...reads, applications: true },
    {
      summary: 'Serves agents by the Model Context Protocol (Streamable HTTP)',
      description:
        'A JSON-RPC message with `Accept: application/json, text/event-stream`. Sign in by an API key (`Authorization: Bearer KEY`), or by OAuth: the answer 401 says where (`WWW-Authenticate`). What a tool does needs the same rights as the call of the API.',
      body: z.unknown(),
      example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      answer: z.looseObject({ jsonrpc: z.literal('2.0') }),
      async handle({ services, request, body, reply }) {
        const server = createMcpServer(
          createAccountClient({ origin: basePathOf(services.config.publicUrl), fetch: fetchAs(request) }),
        );
        const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
        const gone = whileCalled(reply);
        gone.addEventListener('abort', () => void server.close());
        await server.connect(transport);
        try {
          const headers = new Headers(
            Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
          );
          const asked = new Request(`http://localhost${request.url}`, { method: 'POST', headers });
          const answer = await transport.handleRequest(asked, { parsedBody: body });
          reply.code(answer.status);
          for (const [name, value] of answer.headers) reply.header(name, value);
          const text = await answer.text();
          return reply.send(answer.status < 400 ? text : refusalOf(text));
        } finally {
          await server.close();
        }
      },
    },
  ),
];
