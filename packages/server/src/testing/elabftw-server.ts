import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';

/** A file in an experiment of the stand-in. */
interface KeptUpload {
  id: number;
  real_name: string;
  comment: string;
  type: string;
  bytes: Buffer;
  /** 1 is normal, 2 archived. */
  state: number;
}

/** An experiment of the stand-in. */
interface KeptExperiment {
  id: number;
  title: string;
  body: string;
  state: number;
  uploads: KeptUpload[];
}

/**
 * What eLabFTW's published description (apidoc/v2/openapi.yaml, version 2.0.0 of the API) says of the few calls that Cuvette makes, written down here in our own
 * words: the description itself is under another licence. Bodies take no other keys than those that it lists (`entity_editable`, `PatchAction`).
 */
const bodies = {
  create: z.strictObject({
    title: z.optional(z.nullable(z.string())),
    body: z.optional(z.nullable(z.string())),
    content_type: z.optional(z.nullable(z.union([z.literal(1), z.literal(2)]))),
    template: z.optional(z.int()),
    metadata: z.optional(z.string()),
  }),
  change: z.strictObject({
    action: z.optional(z.literal('update')),
    title: z.optional(z.nullable(z.string())),
    body: z.optional(z.nullable(z.string())),
    bodyappend: z.optional(z.string()),
    content_type: z.optional(z.nullable(z.union([z.literal(1), z.literal(2)]))),
  }),
};

/** Elements that eLabFTW keeps in a text (its filter of HTML); others lose their tags. */
const keptElements =
  /^(?:div|br|p|sub|img|sup|strong|b|em|u|a|s|span|ul|li|ol|dl|dt|dd|blockquote|h[1-6]|hr|table|tr|td|th|code|pre|details|summary|caption|figure|figcaption)$/;
const keptAttributes = /\s(?!(?:src|href|width|height|style|border|colspan|rowspan|target)=)[a-z-]+="[^"]*"/g;

/** Returns a text as eLabFTW stores it: elements and attributes that it does not know are taken out, and comments. */
function filtered(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\/?([a-z0-9]+)([^>]*)>/gi, (whole, name: string) =>
      keptElements.test(name.toLowerCase()) ? whole.replace(keptAttributes, '') : '',
    );
}

/** An eLabFTW as far as Cuvette asks it: each request is checked against what its API description allows, and faults are collected. */
export interface StandInElabftw {
  address: string;
  experiments: KeptExperiment[];
  /** Calls that the description does not have, or bodies that do not fit it. */
  faults: string[];
  /** Method and path of each call. */
  calls: string[];
  /** The next calls are answered with this status and text; then as usual. */
  refuseNext: { status: number; description: string }[];
  stop: () => Promise<unknown>;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Starts the stand-in on the loopback; `key` is the only one that it accepts. */
export async function startElabftw(key: string): Promise<StandInElabftw> {
  const experiments: KeptExperiment[] = [];
  const faults: string[] = [];
  const calls: string[] = [];
  const refuseNext: StandInElabftw['refuseNext'] = [];
  let last = 0;

  const answer = (response: ServerResponse, status: number, body: unknown, location?: string) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) })
      .end(body === undefined ? '' : JSON.stringify(body));
  const refuse = (response: ServerResponse, status: number, description: string) =>
    answer(response, status, { code: status, message: 'Refused', description });
  const jsonBody = <T>(schema: z.ZodMiniType<T>, request: IncomingMessage, bytes: Buffer): T | null => {
    const read = z.safeParse(schema, JSON.parse(bytes.toString()));
    if (!/^application\/json/.test(request.headers['content-type'] ?? '')) faults.push('A body is not JSON.');
    if (!read.success) faults.push(`${request.method} ${request.url}: ${z.prettifyError(read.error)}`);
    return read.success ? read.data : null;
  };
  const shownUpload = ({ id, real_name, comment, state }: KeptUpload) => {
    return { id, real_name, long_name: `ab/${id}f.png`, storage: 1, comment, state };
  };

  async function takeUpload(
    request: IncomingMessage,
    response: ServerResponse,
    bytes: Buffer,
    kept: KeptExperiment,
    replaced: number | null,
  ) {
    const type = request.headers['content-type'] ?? '';
    if (!type.startsWith('multipart/form-data')) faults.push('An upload is not multipart/form-data.');
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    const file = form.get('file');
    const others = [...form.keys()].filter((name) => name !== 'file' && name !== 'comment');
    if (!(file instanceof File) || others.length > 0) faults.push(`An upload has no file, or more: ${others}`);
    const before = kept.uploads.find(({ id, state }) => id === replaced && state === 1);
    if (replaced !== null && !before) return refuse(response, 404, 'Nothing to show with this id');
    if (before) before.state = 2;
    last += 1;
    if (file instanceof File) {
      const content = Buffer.from(await file.arrayBuffer());
      const comment = String(form.get('comment') ?? '');
      kept.uploads.push({ id: last, real_name: file.name, comment, type: file.type, bytes: content, state: 1 });
    }
    answer(response, 201, undefined, `${address}/api/v2/experiments/${kept.id}/uploads/${last}`);
  }

  async function take(request: IncomingMessage, response: ServerResponse) {
    const bytes = await bytesOf(request);
    const { method = '', url = '' } = request;
    calls.push(`${method} ${url}`);
    if (request.headers.authorization !== key) return refuse(response, 401, 'No corresponding API key found!');
    const refusal = refuseNext.shift();
    if (refusal) return refuse(response, refusal.status, refusal.description);
    const call = `${method} ${url.replace(/^\/lab\/api\/v2/, '').replace(/\d+/g, 'N')}`;
    const [id, subid] = (url.match(/\d+/g) ?? []).slice(1).map(Number);
    const kept = experiments.find((one) => one.id === id);
    if (id !== undefined && !kept) return refuse(response, 404, 'Nothing to show with this id');
    switch (call) {
      case 'GET /users/me':
        return answer(response, 200, { userid: 1, fullname: 'Ada Chemist' });
      case 'POST /experiments': {
        const made = jsonBody(bodies.create, request, bytes);
        last += 1;
        experiments.push({
          id: last,
          title: made?.title ?? 'Untitled',
          body: filtered(made?.body ?? ''),
          state: 1,
          uploads: [],
        });
        return answer(response, 201, undefined, `${address}/api/v2/experiments/${last}`);
      }
      case 'GET /experiments/N':
        return answer(response, 200, { id: kept?.id, title: kept?.title, body: kept?.body, state: kept?.state });
      case 'PATCH /experiments/N': {
        const change = jsonBody(bodies.change, request, bytes);
        if (kept && change?.body) kept.body = filtered(change.body);
        return answer(response, 200, { id: kept?.id, body: kept?.body });
      }
      case 'GET /experiments/N/uploads':
        return answer(response, 200, kept?.uploads.filter(({ state }) => state === 1).map(shownUpload));
      case 'POST /experiments/N/uploads':
        return kept && takeUpload(request, response, bytes, kept, null);
      case 'POST /experiments/N/uploads/N':
        return kept && takeUpload(request, response, bytes, kept, subid ?? 0);
      case 'GET /experiments/N/uploads/N': {
        const found = kept?.uploads.find((upload) => upload.id === subid);
        return found
          ? answer(response, 200, shownUpload(found))
          : refuse(response, 404, 'Nothing to show with this id');
      }
      default:
        faults.push(`The description has no ${call}.`);
        return refuse(response, 405, 'Method not allowed');
    }
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error: Error) => {
      faults.push(error.message);
      refuse(response, 500, error.message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lab`;
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { address, experiments, faults, calls, refuseNext, stop };
}
