import { moleculeProblems } from '@cuvette/core/chemistry';
import {
  maximumSmilesLength,
  Project,
  ProjectCreate,
  ProjectEditAccess,
  ProjectOwnerQuery,
  ProjectUpdate,
  ProjectUser,
  ProjectUsersBody,
  SmilesConversion,
  Structure,
  StructureCreate,
  StructureList,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem, notFound } from '../../errors.ts';
import { convertingFor, type Services } from '../../services.ts';
import type { Database } from '../../store/database/database.ts';
import { deleteProject } from '../../store/deletions.ts';
import { addUsers, reassignOwnership, removeUsers } from '../../store/members.ts';
import { matchesOf } from '../../store/molecules.ts';
import { insertProject, listProjects, readProject, renameProject } from '../../store/projects.ts';
import type { Member } from '../../store/reader.ts';
import { insertStructure, listStructures, readStructure } from '../../store/structures.ts';
import { findStructures } from '../../structure-search/find-structures.ts';
import { check } from '../../wire/body.ts';
import { Count, Deleted, Done, deleted, done } from '../http/answers.ts';
import { checked } from '../http/parameter-kinds.ts';
import { name_contains, order, paging, structureFilters } from '../http/parameters.ts';
import { person, type Route, route, withinProject } from '../http/route.ts';
import { perceivedSmiles } from '../structures/structure.ts';

/** The project that a call names. Throws 404. */
async function open({ db, reader, uuid }: { db: Database; reader: Member; uuid: string }): Promise<Project> {
  const project = await readProject(db.drizzle, reader, uuid);
  if (!project) throw notFound('The project');
  return project;
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

const page = { ...paging, ...order('created_at', false), name_contains };

const making = {
  body: ProjectCreate,
  status: 201,
  answer: Project,
  async handle({ db, reader, body }: { db: Database; reader: Member; body: { name: string } }) {
    return readProject(db.drizzle, reader, await insertProject(db, reader, body.name));
  },
};

/** Projects, the people in them, and their structures. What concerns people and ownership is closed to keys of one project. */
export const projectRoutes: Route[] = [
  route('GET /api/project', withinProject, {
    summary: 'Lists the projects that you work in, page by page',
    description:
      'The answer is a bare list, as the older Python client (2.1) reads it; the header X-Num-Pages has the number of pages. The newer client (3.x) reads `GET /api/v3/project`.',
    headers: ['X-Num-Pages'],
    query: page,
    answer: z.array(Project),
    async handle({ db, reader, query, reply }) {
      const { projects, pages } = await listProjects(db.drizzle, reader, query);
      reply.header('x-num-pages', pages);
      return projects;
    },
  }),
  route('GET /api/v3/project', withinProject, {
    summary: 'Lists the projects that you work in, page by page, as the Python client 3.x reads it',
    description:
      'Set `https://…/api/v3` as the address of client 3.x: all other calls are answered there as under `/api`, and `submit_group` and `mmcif_file_to_protein` are answered by `batch_submit` and `pdb_file_to_protein`.',
    query: page,
    answer: z.looseObject({ projects: z.array(Project), num_pages: Count }),
    async handle({ db, reader, query }) {
      const { projects, pages } = await listProjects(db.drizzle, reader, query);
      return { projects, num_pages: pages };
    },
  }),
  route('POST /api/project', person, { summary: 'Makes a project', ...making }),
  route('POST /api/v3/project', person, {
    summary: 'Makes a project, as the Python client 3.x asks for it',
    ...making,
  }),
  route('GET /api/user/me/default_project', withinProject, {
    summary: 'Reads the project that your new work goes to',
    answer: Project,
    async handle({ db, account, reader }) {
      const uuid = reader.project ?? account.default_project_uuid;
      const found = uuid ? await readProject(db.drizzle, reader, uuid) : null;
      if (!found) throw notFound('The default project');
      return found;
    },
  }),
  route('GET /api/project/:uuid', withinProject, { summary: 'Reads a project', answer: Project, handle: open }),
  route('POST /api/project/:uuid', withinProject, {
    summary: 'Renames a project',
    body: ProjectUpdate,
    emptyBody: {},
    answer: Project,
    async handle({ db, reader, uuid, body }) {
      await renameProject(db, reader, uuid, body.name);
      return readProject(db.drizzle, reader, uuid);
    },
  }),
  route('DELETE /api/project/:uuid', person, {
    summary: 'Deletes a project with everything in it, which can be restored for 30 days',
    answer: Deleted,
    handle: async ({ db, reader, uuid }) => deleted(await deleteProject(db, reader, uuid)),
  }),
  route('GET /api/project/:uuid/users', withinProject, {
    summary: 'Lists who works in a project',
    description: 'All at once, as in the project itself.',
    answer: z.array(ProjectUser),
    handle: async (call) => (await open(call)).users,
  }),
  route('GET /api/project/:uuid/has_edit_access', withinProject, {
    summary: 'Answers whether you may change what is in a project',
    answer: ProjectEditAccess,
    handle: async (call) => ({ has_edit_access: (await open(call)).has_edit_access }),
  }),
  route('POST /api/project/:uuid/add_users', person, {
    summary: 'Adds people to a project, as members or viewers',
    body: ProjectUsersBody,
    answer: Project,
    async handle(call) {
      const { db, reader } = call;
      const { role, ...named } = call.body;
      const { uuid } = await open(call);
      await addUsers(db, reader, uuid, named, role);
      return readProject(db.drizzle, reader, uuid);
    },
  }),
  route('POST /api/project/:uuid/remove_users', person, {
    summary: 'Removes people from a project, also yourself',
    description: 'The answer is the project; for whoever left it only `ok`.',
    body: ProjectUsersBody,
    answer: z.union([Project, Done]),
    async handle(call) {
      const { db, reader } = call;
      const { uuid } = await open(call);
      await removeUsers(db, reader, uuid, call.body);
      // A person who has left does not see the project any more.
      return (await readProject(db.drizzle, reader, uuid)) ?? done;
    },
  }),
  route('POST /api/project/:uuid/reassign_ownership', person, {
    summary: 'Gives a project to another of its people',
    query: {
      user_uuid: checked('The person who owns the project from now on.', ProjectOwnerQuery.shape.user_uuid, {
        type: 'string',
        format: 'uuid',
      }),
    },
    answer: Project,
    async handle(call) {
      const { db, reader } = call;
      const { uuid } = await open(call);
      await reassignOwnership(db, reader, uuid, call.query.user_uuid);
      return readProject(db.drizzle, reader, uuid);
    },
  }),
  route('POST /api/project/:uuid/create_structure', withinProject, {
    summary: 'Keeps a structure in a project for later use',
    body: StructureCreate,
    status: 201,
    answer: Structure,
    async handle(call) {
      const { services, db, reader, body } = call;
      const project = await open(call);
      if (!project.has_edit_access) throw new HttpProblem(403, 'You may read this project, but not change it.');
      const converting = convertingFor(services, reader);
      if (body.smiles !== null) await refuseUnreadable(converting, body.smiles);
      const problem = body.molecule ? moleculeProblems(body.molecule, 'molecule')[0] : undefined;
      if (problem) throw new HttpProblem(422, problem.detail, problem.field);
      const smiles = body.smiles ?? (body.molecule ? await perceivedSmiles(converting, body.molecule) : null);
      const made = await insertStructure(db.drizzle, reader, project.uuid, { ...body, smiles });
      return made === null ? null : readStructure(db.drizzle, reader, made);
    },
  }),
  route('GET /api/project/:uuid/get_structures', withinProject, {
    summary: 'Lists the structures of a project, newest first, page by page',
    query: { ...paging, name_contains, ...structureFilters },
    answer: StructureList,
    async handle(call) {
      const { services, db, reader, query } = call;
      const { uuid: project } = await open(call);
      const matched = (await findStructures(services, reader, query)) ?? undefined;
      const list = await listStructures(db.drizzle, reader, project, { ...query, matched });
      if (!matched) return list;
      const uuids = list.structures.map(({ uuid }) => uuid);
      return { ...list, matches: await matchesOf(db.drizzle, 'structure', uuids, matched) };
    },
  }),
];
