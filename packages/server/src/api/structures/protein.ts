import { type Pdb, Pdb as PdbSchema } from '@cuvette/core/chemistry';
import { type Protein, ProteinCreate, ProteinUpdate } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { requireAccount } from '../../auth/principal.ts';
import { convertPdbAside } from '../../convert/pdb-thread.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { deleteProtein } from '../../store/deletions.ts';
import {
  changeProtein,
  insertProtein,
  listProteins,
  nameInTrash,
  readOriginal,
  readProtein,
} from '../../store/proteins.ts';
import { check, isUuid } from '../../wire/body.ts';
import { flag, pageOf, uuidIn, uuidOf, words } from '../http/query.ts';
import { publicReader } from '../pages/shared.ts';

const what = 'The protein';
const withinProject = { config: { withinProject: true } } as const;
const reads = { config: { reads: true, withinProject: true } } as const;

export const PdbText = z.object({
  name: z._default(z.nullable(z.string().check(z.maxLength(500))), null),
  text: z.string().check(z.minLength(1, { error: 'The text of the file is empty.' })),
});

/** Clients send the whole set back, with null for what they never loaded: null stays as it is, but for the pocket, which it clears. */
function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([key, value]) => value !== null || key === 'pocket'));
}

/** Whether a query says `original=true`: the structure before all preparation is meant. Throws 422 for what is neither true nor false. */
function asksForOriginal(query: unknown): boolean {
  return flag(query as Record<string, unknown>, 'original') ?? false;
}

async function pdbText(pdb: Pdb): Promise<string> {
  const answer = await convertPdbAside({ write: pdb });
  if (!('text' in answer)) throw new HttpProblem(422, 'problem' in answer ? answer.problem : 'It cannot be written.');
  return answer.text;
}

/** A file to be saved, never shown in our origin. */
function asFile(reply: FastifyReply, name: string, text: string): FastifyReply {
  const safe = name.replace(/[^\w.-]+/g, '_').slice(0, 100) || 'protein';
  return reply
    .type('chemical/x-pdb; charset=utf-8')
    .header('content-disposition', `attachment; filename="${safe}.pdb"`)
    .send(text);
}

/** Proteins: list, upload, read, change, share, delete, as a file. */
export function proteinRoutes(app: FastifyInstance, services: Services): void {
  const db = services.db.drizzle;

  app.get('/api/protein', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const query = request.query as Record<string, unknown>;
    return listProteins(db, reader, {
      ...pageOf(query),
      name_contains: words(query, 'name_contains'),
      ancestor_uuid: uuidIn(query, 'ancestor_uuid'),
      project_uuid: uuidIn(query, 'project_uuid'),
      computed: flag(query, 'computed'),
    });
  });

  app.post('/api/protein', withinProject, async (request, reply) => {
    const { account, reader } = await requireAccount(request, services);
    const body = check(ProteinCreate, request.body);
    const project = body.project_uuid ?? account.default_project_uuid ?? '';
    // An account without any project has none to put it into.
    if (!isUuid(project))
      throw new HttpProblem(404, 'The project was not found, or you have no access to it.', 'project_uuid');
    const made = { name: body.name, data: body.protein_data, ancestor: body.ancestor_uuid };
    const uuid = await insertProtein(db, reader, { ...made, project });
    reply.code(201);
    return readProtein(db, reader, uuid);
  });

  const find = async (uuid: string, reader: Parameters<typeof readProtein>[1], withData = true): Promise<Protein> => {
    const found = await readProtein(db, reader, uuid, withData);
    if (found) return found;
    const name = reader.kind === 'user' ? await nameInTrash(db, reader, uuid) : null;
    if (name === null) throw notFound(what);
    throw new HttpProblem(404, `The protein "${name}" is in the trash. Restore it to use it again.`);
  };

  app.get('/api/protein/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const without = flag(request.query as Record<string, unknown>, 'without_data') ?? false;
    return find(uuidOf(request.params, what), reader, !without);
  });

  app.get('/api/protein/:uuid/get_pdb_file', withinProject, async (request, reply) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const { name, data } = asksForOriginal(request.query)
      ? ((await readOriginal(db, reader, uuid)) ?? { name: null, data: null })
      : await find(uuid, reader);
    if (!data) throw notFound(what);
    return asFile(reply, name ?? 'protein', await pdbText(data));
  });

  app.post('/api/protein/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const change = check(ProteinUpdate, withoutNulls(request.body ?? {}));
    await find(uuid, reader);
    const outcome = await services.db.transaction((tx) =>
      changeProtein(tx, reader, uuid, { ...change, public: change.public ?? undefined }),
    );
    if (outcome === 'refused') throw new HttpProblem(403, 'You may read this protein, but not change it.');
    if (outcome === 'busy') {
      throw new HttpProblem(
        409,
        'The protein is being prepared. Wait for its end, or stop it, before you give it another structure.',
        'data',
      );
    }
    return find(uuid, reader);
  });

  app.delete('/api/protein/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    await find(uuid, reader);
    const gone = await deleteProtein(services.db, reader, uuid);
    if (!gone) throw notFound(what);
    return { ok: true, deletion_uuid: gone.deletion, used_by_items: gone.items };
  });

  app.get('/api/shared/protein/:uuid', async (request) =>
    find(uuidOf(request.params, what), await publicReader(services, request)),
  );

  app.post('/api/convert/pdb_file_to_protein', reads, async (request) => {
    await requireAccount(request, services);
    const answer = await convertPdbAside({ read: check(PdbText, request.body).text });
    if ('pdb' in answer) return answer.pdb;
    throw new HttpProblem(422, 'problem' in answer ? answer.problem : 'It cannot be read.', 'text');
  });

  app.post('/api/convert/stjames_pdb_to_pdb_filestring', reads, async (request, reply) => {
    await requireAccount(request, services);
    const text = await pdbText(check(PdbSchema, request.body));
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(text));
  });
}
