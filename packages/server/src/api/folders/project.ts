import { moleculeProblems } from '@cuvette/core/chemistry';
import {
  maximumSmilesLength,
  type Project,
  ProjectCreate,
  ProjectOwnerQuery,
  ProjectUpdate,
  ProjectUsersBody,
  SmilesConversion,
  StructureCreate,
} from '@cuvette/core/entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import { convertingFor, type Services } from '../../services.ts';
import { deleteProject } from '../../store/deletions.ts';
import { addUsers, reassignOwnership, removeUsers } from '../../store/members.ts';
import { insertProject, listProjects, readProject, renameProject } from '../../store/projects.ts';
import type { Member } from '../../store/reader.ts';
import { insertStructure, listStructures, readStructure } from '../../store/structures.ts';
import { check } from '../../wire/body.ts';
import { choice, flag, pageOf, uuidOf, words } from '../http/query.ts';
import { perceivedSmiles } from '../structures/structure.ts';

const what = 'The project';
const withinProject = { config: { withinProject: true } } as const;

/** Projects, the people in them, and their structures. What concerns people and ownership is closed to keys of one project. */
export function projectRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  async function open(request: FastifyRequest): Promise<{ reader: Member; project: Project }> {
    const { reader } = await requireAccount(request, services);
    const project = await readProject(db.drizzle, reader, uuidOf(request.params, what));
    if (!project) throw notFound(what);
    return { reader, project };
  }

  async function page(request: FastifyRequest) {
    const { reader } = await requireAccount(request, services);
    const query = request.query as Record<string, unknown>;
    return listProjects(db.drizzle, reader, {
      ...pageOf(query),
      name_contains: words(query, 'name_contains'),
      sort: choice(query, 'sort', ['name', 'created_at', 'updated_at']),
      asc: flag(query, 'asc'),
    });
  }

  /** A bare list, as scripts of the older Python client read it; the number of pages is in a header. */
  app.get('/api/project', withinProject, async (request, reply) => {
    const { projects, pages } = await page(request);
    reply.header('x-num-pages', pages);
    return projects;
  });

  /** The same for client 3.x, at an address that makes projects, too. */
  app.get('/api/v3/project', withinProject, async (request) => {
    const { projects, pages } = await page(request);
    return { projects, num_pages: pages };
  });

  app.get('/api/user/me/default_project', withinProject, async (request) => {
    const { account, reader } = await requireAccount(request, services);
    const uuid = reader.project ?? account.default_project_uuid;
    const found = uuid ? await readProject(db.drizzle, reader, uuid) : null;
    if (!found) throw notFound('The default project');
    return found;
  });

  for (const address of ['/api/project', '/api/v3/project']) {
    app.post(address, async (request, reply) => {
      const { reader } = await requireAccount(request, services);
      const { name } = check(ProjectCreate, request.body);
      const made = await insertProject(db, reader, name);
      reply.code(201);
      return readProject(db.drizzle, reader, made);
    });
  }

  app.get('/api/project/:uuid', withinProject, async (request) => (await open(request)).project);

  app.post('/api/project/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    await renameProject(db, reader, uuid, check(ProjectUpdate, request.body ?? {}).name);
    return readProject(db.drizzle, reader, uuid);
  });

  app.delete('/api/project/:uuid', async (request) => {
    const { reader } = await requireAccount(request, services);
    return { ok: true, deletion_uuid: await deleteProject(db, reader, uuidOf(request.params, what)) };
  });

  app.get('/api/project/:uuid/users', withinProject, async (request) => (await open(request)).project.users);

  app.get('/api/project/:uuid/has_edit_access', withinProject, async (request) => ({
    has_edit_access: (await open(request)).project.has_edit_access,
  }));

  app.post('/api/project/:uuid/add_users', async (request) => {
    const { reader, project } = await open(request);
    const { role, ...named } = check(ProjectUsersBody, request.body);
    await addUsers(db, reader, project.uuid, named, role);
    return readProject(db.drizzle, reader, project.uuid);
  });

  app.post('/api/project/:uuid/remove_users', async (request) => {
    const { reader, project } = await open(request);
    await removeUsers(db, reader, project.uuid, check(ProjectUsersBody, request.body));
    // Who has left does not see the project any more.
    return (await readProject(db.drizzle, reader, project.uuid)) ?? { ok: true };
  });

  app.post('/api/project/:uuid/reassign_ownership', async (request) => {
    const { reader, project } = await open(request);
    await reassignOwnership(db, reader, project.uuid, check(ProjectOwnerQuery, request.query).user_uuid);
    return readProject(db.drizzle, reader, project.uuid);
  });

  app.post('/api/project/:uuid/create_structure', withinProject, async (request, reply) => {
    const { reader, project } = await open(request);
    if (!project.has_edit_access) throw new HttpProblem(403, 'You may read this project, but not change it.');
    const structure = check(StructureCreate, request.body);
    if (structure.smiles !== null) await refuseUnreadable(convertingFor(services, reader), structure.smiles);
    const problem = structure.molecule ? moleculeProblems(structure.molecule, 'molecule')[0] : undefined;
    if (problem) throw new HttpProblem(422, problem.detail, problem.field);
    const made = await insertStructure(db.drizzle, reader, project.uuid, {
      ...structure,
      smiles:
        structure.smiles ??
        (structure.molecule ? await perceivedSmiles(convertingFor(services, reader), structure.molecule) : null),
    });
    const stored = made ? await readStructure(db.drizzle, reader, made) : null;
    if (!stored) throw notFound(what);
    reply.code(201);
    return stored;
  });

  app.get('/api/project/:uuid/get_structures', withinProject, async (request) => {
    const { reader, project } = await open(request);
    const query = request.query as Record<string, unknown>;
    return listStructures(db.drizzle, reader, project.uuid, {
      ...pageOf(query),
      name_contains: words(query, 'name_contains'),
    });
  });
}

/** Refuses (422) a SMILES that RDKit cannot read, in its words. */
async function refuseUnreadable(services: Services, smiles: string): Promise<void> {
  if (smiles.length > maximumSmilesLength) {
    throw new HttpProblem(422, `A SMILES has at most ${maximumSmilesLength} characters.`, 'smiles');
  }
  const answer = await services.convert.run('inspect_smiles', { smiles: [smiles] });
  const [found] = check(SmilesConversion, answer).results;
  if (found?.error) throw new HttpProblem(422, found.error.detail, 'smiles');
}
