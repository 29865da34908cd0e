import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';

/** Where log lines go. */
export interface LogStream {
  write(line: string): void;
}

const hidden = '[hidden]';

/** What looks like a secret in a text: our keys, tokens and passwords in addresses, parameters that a database error repeats. */
const secrets: [RegExp, string | ((found: string) => string)][] = [
  [/(?:cuvette|whsec)_[\w-]{16,}/g, hidden],
  [/\b(token|api_key|password|secret|code|state)=[^&\s"']+/gi, `$1=${hidden}`],
  [/\b(bearer|basic) +[\w.~+/=-]+/gi, `$1 ${hidden}`],
  [/[\w.-]+/g, withoutSignedToken],
  [/(\b\w+:\/\/[^\s:/@]*):[^\s@/]+@/g, `$1:${hidden}@`],
  // To the end: a row may hold anything, also what looks like the lines of a stack.
  [/\nparams: (?!\[hidden\])[\s\S]*$/, `\nparams: ${hidden}`],
];

/** A run of letters and dots without the signed token (JWT) in it: three parts, of which the first begins with "eyJ". */
function withoutSignedToken(found: string): string {
  const start = found.search(/\beyJ/);
  return start >= 0 && found.split('.', 3).length === 3 ? found.slice(0, start) + hidden : found;
}

/** A text for the log: without what looks like a key, a token, a password or the parameters of a statement. */
export function withoutSecrets(text: string): string {
  return secrets.reduce(
    (shorter, [pattern, instead]) =>
      typeof instead === 'string' ? shorter.replace(pattern, instead) : shorter.replace(pattern, instead),
    text,
  );
}

/** An error and what caused it, from the outside in. */
function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let one = error; one !== undefined && one !== null && chain.length < 5; ) {
    chain.push(one);
    one = one instanceof Error ? one.cause : undefined;
  }
  return chain;
}

/** An error's stack; of a statement that failed without its parameters, which are whole rows and may look like anything. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  // By its shape, not its class: a worker that writes an error has no business with the library of statements in its memory.
  const query = 'query' in error && 'params' in error ? error.query : null;
  if (typeof query !== 'string' || !error.message.startsWith('Failed query: ')) return stack;
  return stack.replace(error.message, () => `Failed query: ${query}\nparams: ${hidden}`);
}

/** An error with its causes as text for the log. */
export function errorText(error: unknown): string {
  return withoutSecrets(causesOf(error).map(stackOf).join('\ncaused by: '));
}

/** The message of an error's innermost cause: of a statement that failed the database's message, not the statement. */
export function errorWords(error: unknown): string {
  const last = causesOf(error).at(-1);
  // Node gives one error for all addresses of a name.
  if (last instanceof AggregateError && last.errors.length > 0) return last.errors.map(errorWords).join('; ');
  return withoutSecrets(last instanceof Error ? last.message || last.name : String(last));
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

/** One line of the server's own, beside the requests', as JSON; `level` as in theirs: 30 for what happens, 60 for why it ends. */
export function jsonLine(text: string, level: 30 | 60 = 30): string {
  return `${JSON.stringify({ level, time: Date.now(), msg: withoutSecrets(text) })}\n`;
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
      err: (error) => ({ type: error.name, message: errorWords(error), stack: errorText(error) }),
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
  if (log) log.error({ err: error, method: request.method, path }, 'A request failed.');
  else
    console.error(`${new Date().toISOString()} ${request.method} ${path} failed (${request.id}): ${errorText(error)}`);
}
