import { isForEverybody } from '../../auth/principal.ts';
import type { Route } from '../http/route.ts';
import type { Answer, JsonSchema, MediaType } from './document.ts';
import { type HeaderName, headersOf } from './headers.ts';

/** A stream of bytes, as OpenAPI 3.1 has it: without a description of its text. */
export const bytes: JsonSchema = {};

const problem: Record<string, MediaType> = {
  'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
};

/** The one shape of every refusal. */
export const problemSchema: JsonSchema = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: { type: 'string', description: 'What is wrong and what to do, in words.' },
    field: { type: 'string', description: 'The part of the input that it is about.' },
    offers: {
      type: 'array',
      description: 'What this server can run instead; each `patch` (RFC 6902) is applied to `workflow_data`.',
      items: {
        type: 'object',
        required: ['field', 'reason', 'action', 'patch'],
        properties: {
          field: { type: 'string' },
          reason: { type: 'string' },
          action: { type: 'string' },
          patch: { type: 'array', items: { type: 'object' } },
        },
      },
    },
  },
};

/** Whether an answer has an ETag and is not sent again while it is unchanged: what is read under /api and sent whole. */
function isTagged({ method, url, type = 'application/json', status = 200, tagged }: Route): boolean {
  if (tagged !== undefined) return tagged;
  return (
    method === 'GET' && url.startsWith('/api/') && status === 200 && /^(application\/json|text\/|chemical\/)/.test(type)
  );
}

/** Media types that are files to be saved. */
const saved = /^(application\/(zip|gzip)|chemical\/)/;

/** Returns what a call answers, by status. */
export function answersOf(route: Route, answer: JsonSchema): Record<string, Answer> {
  const { status = 200, type = 'application/json', otherAnswers = {}, headers = [] } = route;
  const tagged = isTagged(route);
  const names: HeaderName[] = [
    ...(tagged ? (['ETag'] as const) : []),
    ...(saved.test(type) ? (['Content-Disposition'] as const) : []),
    ...headers,
  ];
  const content: Record<string, MediaType> = {
    [type]: { schema: /json|^text\/|^chemical\//.test(type) ? answer : bytes },
    ...Object.fromEntries(Object.keys(otherAnswers).map((other) => [other, { schema: bytes }])),
  };
  const others = Object.entries(otherAnswers).map(([other, when]) => ` ${other}: ${when}`);
  return {
    [status]: {
      description: `${status === 302 ? 'Leads on.' : status === 201 ? 'Made.' : 'Done.'}${others.join('')}`,
      ...(names.length > 0 ? { headers: headersOf(names) } : {}),
      ...(status === 302 ? {} : { content }),
    },
    ...(tagged
      ? {
          '304': {
            description: 'Unchanged since the ETag that If-None-Match names; nothing is sent.',
            headers: headersOf(['ETag']),
          },
        }
      : {}),
    '4XX': { description: `Refused, with the reason: ${refusals(route)}.`, content: problem },
    '5XX': { description: 'Cannot be done at the moment, with the reason.', content: problem },
  };
}

function refusals(route: Route): string {
  return [
    '400 the request cannot be read',
    ...(isForEverybody(route) ? [] : ['401 not signed in', '403 not allowed to this person or key']),
    ...(route.url.includes(':') ? ['404 not there, or not visible to the caller'] : []),
    '422 a value does not fit (`field` names it)',
    '429 too many calls',
  ].join(', ');
}
