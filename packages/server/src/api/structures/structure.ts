import { type Molecule, MoleculesConversion, Structure, StructureUpdate } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { ConversionStopped } from '../../convert/pool.ts';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { deleteStructure } from '../../store/deletions.ts';
import { changeStructure, readStructure } from '../../store/structures.ts';
import { Deleted, deleted } from '../http/answers.ts';
import { type Route, route, shared, withinProject } from '../http/route.ts';

/** The SMILES that a geometry shows; null where none is seen in it (bonds that cannot be told apart, or that take too long to find). */
export async function perceivedSmiles(services: Services, molecule: Molecule): Promise<string | null> {
  const answer = await services.convert.run('mols_to_smiles', { molecules: [molecule] }).catch((error: unknown) => {
    if (error instanceof ConversionStopped) return { results: [] };
    throw error;
  });
  return z.parse(MoleculesConversion, answer).results[0]?.smiles ?? null;
}

/** Structures of a project: read, renamed, shared, deleted. They are made and listed with the project. */
export const structureRoutes: Route[] = [
  route('GET /api/structure/:uuid', withinProject, {
    summary: 'Reads a structure',
    answer: Structure,
    handle: ({ db, reader, uuid }) => readStructure(db.drizzle, reader, uuid),
  }),
  route('POST /api/structure/:uuid', withinProject, {
    summary: 'Renames or shares a structure; what is left out stays',
    body: StructureUpdate,
    emptyBody: {},
    answer: Structure,
    async handle({ db, reader, uuid, body }) {
      if (!(await readStructure(db.drizzle, reader, uuid))) return null;
      if (await changeStructure(db.drizzle, reader, uuid, body)) return readStructure(db.drizzle, reader, uuid);
      throw new HttpProblem(403, 'You may read this structure, but not change it.');
    },
  }),
  route('DELETE /api/structure/:uuid', withinProject, {
    summary: 'Deletes a structure; it can be restored for 30 days',
    answer: Deleted,
    handle: async ({ db, reader, uuid }) => deleted(await deleteStructure(db, reader, uuid)),
  }),
  route('GET /api/shared/structure/:uuid', shared, {
    summary: 'Reads a shared structure',
    description: 'Share links are for items, folders and proteins: none opens a structure that is not shared.',
    answer: Structure,
    handle: ({ db, reader, uuid }) => readStructure(db.drizzle, reader, uuid),
  }),
];
