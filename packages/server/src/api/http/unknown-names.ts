import { loadWorkflow } from '@cuvette/core/workflows';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { settledInWords } from '../items/settled-settings.ts';
import { unknownSettings } from '../items/unknown-settings.ts';

/** Header with the same words, for answers that are lists. */
export const warningsHeader = 'x-cuvette-warnings';

/** Most names in the message, and most characters of each. */
const mostNamed = 10;
const longestName = 60;

/** Keys of a schema; null where it is not one of an object with known keys. */
function keysOf(schema: z.core.$ZodType | undefined): ReadonlySet<string> | null {
  if (schema === undefined) return null;
  return schema instanceof z.ZodMiniObject ? new Set(Object.keys(schema.shape)) : null;
}

/** Whether a value is an object of JSON. The body of a zip is a stream: it has keys, none of which somebody sent. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** The known name that a mistyped one was meant to be: of the same letters, or with a letter more, less or another. */
function meant(name: string, known: Iterable<string>): string | null {
  const letters = (text: string) => [...text.toLowerCase()].sort().join('');
  for (const one of known) {
    if (letters(one) === letters(name) || one.startsWith(name) || (name.startsWith(one) && one.length > 2)) return one;
    const [long, short] = one.length >= name.length ? [one, name] : [name, one];
    const at = [...long].findIndex((letter, index) => letter !== short[index]);
    if (long.length - short.length === 1 && long.slice(at + 1) === short.slice(at)) return one;
    if (long.length === short.length && long.slice(at + 1) === short.slice(at + 1)) return one;
  }
  return null;
}

function unknownSentences(where: string, names: readonly string[], known: Iterable<string>): string[] {
  return names.slice(0, mostNamed).map((name) => {
    const shown = JSON.stringify(name.slice(0, longestName));
    const other = meant(name, known);
    return `${where} ${shown} is not known to this server and was not used.${other === null ? '' : ` Did you mean ${JSON.stringify(other)}?`}`;
  });
}

/** Keys of a submission's settings that its type does not have, and settings that were changed because they follow from other ones. */
async function settingsWarnings(body: Record<string, unknown>): Promise<string[]> {
  const { workflow_type: type, workflow_data: data } = body;
  const definition = typeof type === 'string' && isRecord(data) ? await loadWorkflow(type) : null;
  if (!definition || !isRecord(data)) return [];
  return [
    ...unknownSettings(definition, data).flatMap(({ within, unknown, known }) =>
      unknownSentences(within ? `The setting ${within}` : 'The setting', unknown, known),
    ),
    ...settledInWords(definition.settled(data).changes),
  ];
}

const furtherWarnings = new WeakMap<FastifyRequest, string[]>();

/** Adds sentences to the `warnings` of the answer to a call. */
export function tellCaller(request: FastifyRequest, sentences: readonly string[]): void {
  furtherWarnings.set(request, [...(furtherWarnings.get(request) ?? []), ...sentences]);
}

/** Whether the answer of a call is a map of counts or the like, in which `warnings` would be one of its entries. */
function isMap({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.route?.answer instanceof z.ZodMiniRecord;
}

/** Returns what a call was sent that it has no use for: names of its query and of its body, as text. */
async function warningsOf(request: FastifyRequest): Promise<string[]> {
  const { route } = request.routeOptions.config;
  if (!route) return [];
  const query = new Set(Object.keys(route.query ?? {}));
  const asked = Object.keys((request.query ?? {}) as object).map((name) => name.replace(/\[\]$/, ''));
  const unknown = asked.filter((name) => !query.has(name) && !(name === 'link' && route.caller === 'shared'));
  const found = unknownSentences('The query parameter', unknown, query);
  const body = keysOf(route.body);
  if (body === null || !isRecord(request.body)) return found;
  const keys = Object.keys(request.body).filter((name) => !body.has(name));
  const explained = route.unusedKeys ?? {};
  found.push(
    ...keys.flatMap((name) => explained[name] ?? []),
    ...unknownSentences(
      'The key',
      keys.filter((name) => !(name in explained)),
      body,
    ),
  );
  if (body.has('workflow_data')) found.push(...(await settingsWarnings(request.body)));
  return found;
}

/**
 * Tells callers of the API what of their call is not known here, so that a misspelt filter does not look like one that let everything through, and which
 * settings were changed: under `warnings` of an answer that is an object, and for lists in a header (percent-encoded JSON, for headers hold no other characters).
 */
export function tellUnknownNames(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    if (reply.statusCode >= 300 || !request.url.startsWith('/api/')) return payload;
    const warnings = [...new Set([...(await warningsOf(request)), ...(furtherWarnings.get(request) ?? [])])];
    if (warnings.length === 0) return payload;
    // Lists have no place for it, and neither have answers whose every key is a name of its own.
    if (!isRecord(payload) || isMap(request)) {
      if (Array.isArray(payload) || isRecord(payload))
        reply.header(warningsHeader, encodeURIComponent(JSON.stringify(warnings)));
      return payload;
    }
    const own = Array.isArray(payload.warnings) ? payload.warnings : [];
    return { ...payload, warnings: [...own, ...warnings] };
  });
}
