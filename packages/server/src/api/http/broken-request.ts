import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHost, isReadable } from '../../wire/address.ts';

/** Answers what is no HTTP request, or has too long an address or header, in the same shape as every other refusal. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const [status, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'The address or a header of the request is too long.'] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'The request took too long to arrive.'] as const)
        : ([400, 'This is not an HTTP request that can be read.'] as const);
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Returns what is wrong with a request before its route is looked for, as text; null where nothing is. */
export function brokenHead({ url, headers: { host = '' } }: FastifyRequest): string | null {
  if (!isReadable(url)) return 'The address cannot be read: it has to begin with one / and a path.';
  return isHost(host) ? null : 'The Host header names no host.';
}

/** Answers an address that cannot be decoded, which comes past all hooks. */
export function answerUnreadableAddress(reply: FastifyReply): FastifyReply {
  return reply.code(400).header('cache-control', 'no-store').send({
    detail: 'The address cannot be read: a % in it is not followed by two digits of a byte. Write % itself as %25.',
  });
}
