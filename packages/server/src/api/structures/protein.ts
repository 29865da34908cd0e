import { Pdb } from '@cuvette/core/chemistry';
import { Protein, ProteinCreate, ProteinList, ProteinUpdate } from '@cuvette/core/entities';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { convertPdbAside, type PdbOptions } from '../../convert/pdb-aside.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import type { Database } from '../../store/database/database.ts';
import { deleteProtein } from '../../store/deletions.ts';
import { matchesOf } from '../../store/molecules.ts';
import {
  changeProtein,
  insertProtein,
  listProteins,
  nameInTrash,
  readOriginal,
  readProtein,
} from '../../store/proteins.ts';
import type { Reader } from '../../store/reader.ts';
import type { Account } from '../../store/users.ts';
import { findStructures } from '../../structure-search/find-structures.ts';
import { check, isUuid } from '../../wire/body.ts';
import { asFile, sendJson } from '../http/add-routes.ts';
import { Count, Deleted, done, Text } from '../http/answers.ts';
import { flag, uuidText } from '../http/parameter-kinds.ts';
import { name_contains, paging, project_uuid, structureFilters } from '../http/parameters.ts';
import { type Route, reads, route, shared, withinProject } from '../http/route.ts';
import { untilClosed } from '../http/until-closed.ts';

const PdbText = z.object({
  name: z._default(z.nullable(z.string().check(z.maxLength(500))), null),
  text: z.string().check(z.minLength(1, { error: 'The text of the file is empty.' })),
});

/** Clients send the whole set back, with null for what they never loaded: null stays as it is, but for the pocket, which it clears. */
function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([key, value]) => value !== null || key === 'pocket'));
}

async function pdbText(pdb: Pdb, options: PdbOptions): Promise<string> {
  const answer = await convertPdbAside({ write: pdb }, options);
  if (!('text' in answer)) throw new HttpProblem(422, 'problem' in answer ? answer.problem : 'It cannot be written.');
  return answer.text;
}

/** A conversion takes its caller's share and ends with the connection. */
const optionsOf = ({ account, request }: { account: Account; request: FastifyRequest }): PdbOptions => ({
  person: account.id,
  signal: untilClosed(request),
});

/** The protein of a call. Throws 404, which tells those who may restore it that it is in the trash. */
async function find(
  { db: { drizzle: db }, reader, uuid }: { db: Database; reader: Reader; uuid: string },
  withData = true,
): Promise<Protein> {
  const found = await readProtein(db, reader, uuid, withData);
  if (found) return found;
  const name = reader.kind === 'user' ? await nameInTrash(db, reader, uuid) : null;
  if (name === null) throw notFound('The protein');
  throw new HttpProblem(404, `The protein "${name}" is in the trash. Restore it to use it again.`);
}

/** Proteins: list, upload, read, change, share, delete, as a file. */
export const proteinRoutes: Route[] = [
  route('GET /api/protein', withinProject, {
    summary: 'Lists the proteins that you may see, page by page, without their structures',
    description: 'A search by structure looks at their ligands.',
    query: {
      ...paging,
      name_contains,
      ancestor_uuid: uuidText('Only what was prepared from this protein.'),
      project_uuid,
      computed: flag('Only structures that jobs made, or only the others.'),
      ...structureFilters,
    },
    answer: ProteinList,
    async handle({ services, db, reader, query }) {
      const matched = (await findStructures(services, reader, query)) ?? undefined;
      const list = await listProteins(db.drizzle, reader, { ...query, matched });
      if (!matched) return list;
      const uuids = list.proteins.map(({ uuid }) => uuid);
      return { ...list, matches: await matchesOf(db.drizzle, 'protein', uuids, matched) };
    },
  }),
  route('POST /api/protein', withinProject, {
    summary: 'Stores a protein in a project',
    body: ProteinCreate,
    status: 201,
    answer: Protein,
    async handle({ db: { drizzle: db }, account, reader, body }) {
      const project = body.project_uuid ?? account.default_project_uuid ?? '';
      // An account without any project has none to put it into.
      if (!isUuid(project)) {
        throw new HttpProblem(404, 'The project was not found, or you have no access to it.', 'project_uuid');
      }
      const made = { name: body.name, data: body.protein_data, ancestor: body.ancestor_uuid, project };
      return readProtein(db, reader, await insertProtein(db, reader, made));
    },
  }),
  route('GET /api/protein/:uuid', withinProject, {
    summary: 'Reads a protein with its structure',
    description: '`without_data=true` leaves the structure out: to follow a preparation while it goes on.',
    query: {
      without_data: flag('Whether the structure is left out: to follow a preparation while it goes on.'),
    },
    answer: Protein,
    handle: (call) => find(call, !call.query.without_data),
  }),
  route('GET /api/shared/protein/:uuid', shared, {
    summary: 'Reads a shared protein with its structure',
    answer: Protein,
    handle: (call) => find(call),
  }),
  route('POST /api/protein/:uuid', withinProject, {
    summary: 'Changes the name, marks, pocket or structure of a protein; what is left out stays',
    body: ProteinUpdate,
    emptyBody: {},
    rawBody: true,
    answer: Protein,
    async handle(call) {
      const change = check(ProteinUpdate, withoutNulls(call.request.body ?? {}));
      await find(call);
      const outcome = await call.db.transaction((tx) =>
        changeProtein(tx, call.reader, call.uuid, { ...change, public: change.public ?? undefined }),
      );
      if (outcome === 'refused') throw new HttpProblem(403, 'You may read this protein, but not change it.');
      if (outcome === 'busy') {
        throw new HttpProblem(
          409,
          'The protein is being prepared. Wait for its end, or stop it, before you give it another structure.',
          'data',
        );
      }
      return find(call);
    },
  }),
  route('DELETE /api/protein/:uuid', withinProject, {
    summary: 'Deletes a protein; it can be restored for 30 days',
    description:
      'Items that name it stay, and say in `proteins_in_trash` where it is; `used_by_items` tells how many they are.',
    answer: z.looseObject({ ...Deleted.shape, used_by_items: Count }),
    async handle(call) {
      await find(call);
      const gone = await deleteProtein(call.db, call.reader, call.uuid);
      if (gone) return { ...done, deletion_uuid: gone.deletion, used_by_items: gone.items };
      // Deleted meanwhile, or one that an item of another project hands on.
      await find(call);
      throw new HttpProblem(403, 'You may read this protein, but not delete it.');
    },
  }),
  route('GET /api/protein/:uuid/get_pdb_file', withinProject, {
    summary: 'Writes a protein as a PDB file, as it is or as it was uploaded',
    query: { original: flag('The structure as it was before all preparation.', false) },
    type: 'chemical/x-pdb',
    answer: Text,
    async handle(call) {
      const { db, reader, uuid, query, reply } = call;
      const found = query.original ? await readOriginal(db.drizzle, reader, uuid) : await find(call);
      if (!found?.data) return null;
      const text = await pdbText(found.data, optionsOf(call));
      asFile(reply, `${(found.name ?? 'protein').replace(/[^\w.-]+/g, '_').slice(0, 100) || 'protein'}.pdb`);
      return text;
    },
  }),
];

/** Protein structures read from files and written to them. Nothing is stored. */
export const proteinFileRoutes: Route[] = [
  route('POST /api/convert/pdb_file_to_protein', reads, {
    summary: 'Reads the text of a PDB or mmCIF file as a protein structure',
    body: PdbText,
    answer: Pdb,
    async handle(call) {
      const answer = await convertPdbAside({ read: call.body.text }, optionsOf(call));
      if ('json' in answer) return sendJson(call.reply, answer.json);
      throw new HttpProblem(422, 'problem' in answer ? answer.problem : 'It cannot be read.', 'text');
    },
  }),
  route('POST /api/convert/stjames_pdb_to_pdb_filestring', reads, {
    summary: 'Writes a protein structure as the text of a PDB file',
    body: Pdb,
    answer: Text,
    handle: (call) => pdbText(call.body, optionsOf(call)),
  }),
];
