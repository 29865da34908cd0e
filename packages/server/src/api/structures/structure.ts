import { type Molecule, MoleculesConversion, StructureUpdate } from '@cuvette/core/entities';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { requireAccount } from '../../auth/principal.ts';
import { ConversionStopped } from '../../convert/pool.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { deleteStructure } from '../../store/deletions.ts';
import type { Reader } from '../../store/reader.ts';
import { changeStructure, readStructure } from '../../store/structures.ts';
import { check } from '../../wire/body.ts';
import { uuidOf } from '../http/query.ts';
import { publicReader } from '../pages/shared.ts';

const what = 'The structure';
const withinProject = { config: { withinProject: true } } as const;

/** The SMILES that a geometry shows; null where none is seen in it (bonds that cannot be told apart, or that take too long to find). */
export async function perceivedSmiles(services: Services, molecule: Molecule): Promise<string | null> {
  const answer = await services.convert.run('mols_to_smiles', { molecules: [molecule] }).catch((error: unknown) => {
    if (error instanceof ConversionStopped) return { results: [] };
    throw error;
  });
  return z.parse(MoleculesConversion, answer).results[0]?.smiles ?? null;
}

/** Structures of a project: read, renamed, shared, deleted. They are made and listed with the project. */
export function structureRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  const find = async (reader: Reader, uuid: string) => {
    const found = await readStructure(db.drizzle, reader, uuid);
    if (!found) throw notFound(what);
    return found;
  };

  app.get('/api/structure/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    return find(reader, uuidOf(request.params, what));
  });

  app.post('/api/structure/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const change = check(StructureUpdate, request.body ?? {});
    await find(reader, uuid);
    if (!(await changeStructure(db.drizzle, reader, uuid, change))) {
      throw new HttpProblem(403, 'You may read this structure, but not change it.');
    }
    return find(reader, uuid);
  });

  app.delete('/api/structure/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const deletion = await deleteStructure(db, reader, uuidOf(request.params, what));
    if (!deletion) throw notFound(what);
    return { ok: true, deletion_uuid: deletion };
  });

  app.get('/api/shared/structure/:uuid', async (request) =>
    find(await publicReader(services, request), uuidOf(request.params, what)),
  );
}
