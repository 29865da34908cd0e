import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { sizeWords } from '../../bundles/limits.ts';
import { HttpProblem } from '../../errors.ts';
import { isDiskFull } from '../../files/disk-full.ts';
import { logFailure } from '../../log.ts';
import { isDatabaseAway } from '../../store/database/database-away.ts';

const diskFull = 'The disk of the server is full, so nothing was stored. Its administrator has to free some space.';
const databaseAway = 'The database does not answer at the moment. Try again in a moment.';

/** Answers what a call throws in the one shape of every refusal. What went wrong inside the server is logged. */
export function answerErrors(app: FastifyInstance, isLogging: boolean): void {
  app.setErrorHandler((error: FastifyError | HttpProblem | Error, request, reply) => {
    const { status, detail, field } = describe(error, request);
    if (status >= 500 && !hasLeft(request.raw, error) && !(error instanceof HttpProblem)) {
      logFailure(isLogging ? request.log : null, request, error);
    }
    const text =
      status === 500 ? `Something went wrong inside the server (${request.id}). Its output says more.` : detail;
    if (status === 413 && Number(request.headers['content-length']) <= mostReadAway) reply.removeHeader('connection');
    const offers = error instanceof HttpProblem && error.offers.length > 0 ? { offers: error.offers } : {};
    return reply.code(status).send({ detail: text, ...(field === null ? {} : { field }), ...offers });
  });
}

/**
 * Bytes of a body that is too large which are still read and thrown away. A connection that closes while its sender writes shows them a broken pipe in
 * place of the answer.
 */
const mostReadAway = 64_000_000;

/** How Node says that a body ended before it was whole. */
const brokenOff = new Set<unknown>(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE']);

/** Whether the sender left amid its body, which is nothing that went wrong here. What fails here amid a body ends the request just so: the error tells. */
function hasLeft(request: IncomingMessage, error: Error): boolean {
  return request.destroyed && !request.complete && 'code' in error && brokenOff.has(error.code);
}

/** Status, words and field of an error. */
function describe(
  error: FastifyError | HttpProblem | Error,
  request: FastifyRequest,
): { status: number; detail: string; field: string | null } {
  if (error instanceof HttpProblem) return { status: error.status, detail: error.message, field: error.field };
  if (isDatabaseAway(error)) return { status: 503, detail: databaseAway, field: null };
  if (isDiskFull(error)) return { status: 507, detail: diskFull, field: null };
  const code = 'code' in error ? error.code : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return {
      status: 413,
      detail: `The body is too large: at most ${sizeWords(request.routeOptions.bodyLimit)} are accepted.`,
      field: null,
    };
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const zip = request.routeOptions.config?.route?.otherBodies?.['application/zip']
      ? ', or a zip (application/zip)'
      : '';
    return { status: 415, detail: `Send JSON (Content-Type: application/json)${zip}.`, field: null };
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return { status, detail: error.message, field: null };
}
