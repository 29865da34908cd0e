import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';

/** Where log lines go. */
export interface LogStream {
  write(line: string): void;
}

const hidden = '[hidden]';

/** What looks like a secret in a text: our keys, tokens and passwords in addresses, parameters that a database error repeats. */
const secrets: [RegExp, string][] = [
  [/\bcuvette(_[a-z]+)?_[\w-]{16,}/g, hidden],
  [/\b(token|api_key|password|secret|code|state)=[^&\s"']+/gi, `$1=${hidden}`],
  [/\b(bearer|basic) +[\w.~+/=-]+/gi, `$1 ${hidden}`],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, hidden],
  [/(\w+:\/\/[^\s:/@]*):[^\s@/]+@/g, `$1:${hidden}@`],
  [/\nparams: [\s\S]*?(?=\n {4}at |$)/g, `\nparams: ${hidden}`],
];

/** A text for the log: without what looks like a key, a token, a password or the parameters of a statement. */
export function withoutSecrets(text: string): string {
  return secrets.reduce((shorter, [pattern, instead]) => shorter.replace(pattern, instead), text);
}

/** An error with its causes as text for the log. */
export function errorText(error: unknown): string {
  const parts: string[] = [];
  let one = error;
  for (let depth = 0; one !== undefined && one !== null && depth < 5; depth += 1) {
    parts.push(one instanceof Error ? (one.stack ?? one.message) : String(one));
    one = one instanceof Error ? one.cause : undefined;
  }
  return withoutSecrets(parts.join('\ncaused by: '));
}

let write = (text: string): void => console.error(text);

/** Where `logTrouble` writes from now on. */
export function logTroubleTo(line: (text: string) => void): void {
  write = line;
}

/** Tells of a fault that no request waits for; what looks like a secret is left out. */
export function logTrouble(text: string): void {
  write(withoutSecrets(text));
}

/** One line of the server's own, beside the requests', as JSON. */
export function jsonLine(text: string): string {
  return `${JSON.stringify({ level: 30, time: Date.now(), msg: withoutSecrets(text) })}\n`;
}

/** Keys of objects that are never written, should somebody log an object that has them. */
const redacted = ['headers', 'body', 'cookie', 'api_key', 'key', 'token', 'password', 'secret', 'authorization'];

/** How Fastify's logger (pino) writes JSON lines. Headers, bodies and queries are not in them at all. */
export function jsonLogger(stream: LogStream): FastifyServerOptions['logger'] {
  return {
    level: 'info',
    stream,
    base: null,
    redact: { paths: redacted.flatMap((name) => [name, `*.${name}`]), censor: hidden },
    serializers: {
      req: ({ method, url }) => ({ method, url: (url ?? '').split('?')[0] }),
      res: ({ statusCode }) => ({ statusCode: statusCode ?? 0 }),
      err: (error) => ({ type: error.name, message: withoutSecrets(error.message), stack: errorText(error) }),
    },
  };
}

/** Says that a request failed inside of the server, as JSON or as text. */
export function logFailure(
  log: FastifyBaseLogger | null,
  request: { method: string; url: string; id: string },
  error: Error,
): void {
  const path = request.url.split('?')[0] ?? '';
  if (log) log.error({ err: error, request: request.id, method: request.method, path }, 'A request failed.');
  else
    console.error(`${new Date().toISOString()} ${request.method} ${path} failed (${request.id}): ${errorText(error)}`);
}
