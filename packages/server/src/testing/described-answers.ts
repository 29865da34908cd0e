import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { OpenApiDocument } from '../api/description/document.ts';
import { writeOpenApi } from '../api/description/write.ts';
import { sections } from '../api/routes.ts';
import type { Answer } from './test-server.ts';

/** What the description says of the answers of a server. */
export interface DescribedAnswers {
  /** What the description says of a route ("METHOD /path/:name"). */
  described: (route: string) => OpenApiDocument['paths'][string][string] | undefined;
  /** What of an answer in JSON does not fit the schema that the description has for it. */
  misfits: (route: string, status: number, type: string, body: unknown) => string[];
  /** Expects of an answer that its status, type, headers and body are those that the description has. */
  hold: (route: string, answer: Answer<unknown>) => void;
  /** Routes, with their statuses, whose answers were held against a schema so far. */
  judged: Set<string>;
}

/** Holds answers against the description, which is written when it is first asked for. */
export function describedAnswers(): DescribedAnswers {
  const judged = new Set<string>();
  let document: OpenApiDocument | null = null;
  let schemas: Ajv2020 | null = null;

  function described(route: string) {
    const [method = '', url = ''] = route.split(' ');
    document ??= writeOpenApi(sections);
    return document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  }

  function misfits(route: string, status: number, type: string, body: unknown): string[] {
    const content = described(route)?.responses[status]?.content ?? {};
    if (type !== 'application/json' || !content[type]) return [];
    schemas ??= new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).addSchema(
      { ...document, $id: 'api' },
      undefined,
      undefined,
      false,
    );
    const [method = '', url = ''] = route.split(' ');
    const way = [
      'paths',
      url.replace(/:(\w+)/g, '{$1}'),
      method.toLowerCase(),
      'responses',
      `${status}`,
      'content',
      type,
    ];
    const pointer = [...way, 'schema'].map((one) => one.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    const validate = schemas.getSchema(`api#/${encodeURI(pointer)}`);
    if (!validate) throw new Error(`The description has no schema at ${pointer}.`);
    judged.add(`${route} ${status}`);
    return validate(body)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  function hold(route: string, answer: Answer<unknown>): void {
    const responses = described(route)?.responses ?? {};
    expect(Object.keys(responses), `statuses of ${route}`).toContain(`${answer.status}`);
    const said = responses[answer.status];
    const type = answer.headers.get('content-type')?.replace(/;\s*charset=.*$/, '') ?? '';
    expect(Object.keys(said?.content ?? {}), 'media type').toContain(type);
    const wrong = misfits(route, answer.status, type, answer.body);
    expect(wrong, `what the description says of the answer of ${route}`).toEqual([]);
    for (const name of Object.keys(said?.headers ?? {})) expect(answer.headers.has(name), name).toBe(true);
  }

  return { described, misfits, hold, judged };
}
