import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emptyPdb } from '../chemistry/pdb/empty-pdb.ts';
import {
  FolderQuery,
  hasPermissionKind,
  itemLabels,
  type Permission,
  Project,
  ProjectCreate,
  ProjectList,
  ProjectOwnerQuery,
  ProjectUsersBody,
  Protein,
  ProteinUpdate,
  permissionsOfView,
  readSearch,
  SavedSearch,
  Structure,
  StructureCreate,
  sanitizationState,
  searchQuery,
  User,
  unfinishedSentence,
  WorkflowItem,
  writeQuery,
  writeSearch,
} from './index.ts';

const uuid = 'e0411d80-f685-5b60-aa05-be2229108bba';
const reads = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;
const item = (more: object) =>
  z.parse(WorkflowItem, {
    uuid,
    name: 'ibuprofen',
    created_at: '2026-01-01T00:00:00Z',
    object_status: 0,
    object_type: 'docking',
    parent_uuid: uuid,
    ...more,
  });
const codes = [0, 1, 2, 3, 4, 5, 6];

test('labels in all combinations', () => {
  const flag = [false, true];
  const names = ['Queued', 'Running', 'Completed', 'Failed', 'Stopped', 'Queued', 'Draft'];
  for (const object_status of codes)
    for (const shared of flag)
      for (const ancestor_is_public of flag)
        for (const starred of flag)
          for (const email_when_complete of flag) {
            const labels = [
              names[object_status],
              ...(shared ? ['Shared'] : []),
              ...(ancestor_is_public && !shared ? ['Ancestor Shared'] : []),
              ...(starred ? ['Starred'] : []),
              ...(email_when_complete && [0, 1, 5, 6].includes(object_status) ? ['Email When Complete'] : []),
            ];
            const made = item({ object_status, public: shared, ancestor_is_public, starred, email_when_complete });
            expect(itemLabels(made)).toEqual(labels);
          }
});

test('where a workflow is not completed, its tables say its name and its status phrase', () => {
  expect(codes.map((object_status) => unfinishedSentence(item({ object_status })))).toEqual([
    'ibuprofen queued',
    'ibuprofen running',
    null,
    'ibuprofen failed',
    'ibuprofen stopped',
    'ibuprofen queued',
    'ibuprofen is saved as a draft',
  ]);
});

describe('projects', () => {
  const project = { uuid, name: 'Kinases', owner: { uuid, username: 'ada' }, users: [{ uuid, username: 'bob' }] };
  test('have a name, users and an owner; older ones have less', () => {
    expect(z.parse(Project, project)).toMatchObject(project);
    expect(z.parse(Project, { uuid })).toEqual({
      uuid,
      name: null,
      root_folder_uuid: null,
      created_at: null,
      owner: null,
      users: [],
      is_default: false,
      has_edit_access: false,
    });
  });
  test('are listed bare or under "projects"', () => {
    expect(z.parse(ProjectList, [project])).toHaveLength(1);
    expect(z.parse(ProjectList, { projects: [project, project] })).toHaveLength(2);
    for (const wrong of [null, 'projects', { projects: null }, {}]) expect(reads(ProjectList, wrong)).toBe(false);
  });
  test('bodies: a name; users to add or remove; whom it goes to', () => {
    expect([reads(ProjectCreate, { name: 'a' }), reads(ProjectCreate, { name: '' })]).toEqual([true, false]);
    expect(reads(ProjectUsersBody, { user_uuids: [uuid] })).toBe(true);
    expect(reads(ProjectUsersBody, { user_uuids: [] })).toBe(false);
    expect(reads(ProjectUsersBody, { user_uuids: ['ada'] })).toBe(false);
    expect([reads(ProjectOwnerQuery, { user_uuid: uuid }), reads(ProjectOwnerQuery, {})]).toEqual([true, false]);
  });
});

test('a structure has a SMILES or a geometry', () => {
  const molecule = { charge: 0, multiplicity: 1, atoms: [{ atomic_number: 2, position: [0, 0, 0] }] };
  expect(reads(StructureCreate, { name: 'water', smiles: 'O' })).toBe(true);
  expect(reads(StructureCreate, { name: 'helium', molecule })).toBe(true);
  expect(reads(StructureCreate, { name: 'nothing' })).toBe(false);
  expect(z.parse(Structure, { uuid, molecule }).molecule?.atoms).toHaveLength(1);
});

describe('proteins', () => {
  test('a list leaves the data out; a whole one has it; extra keys stay', () => {
    expect(z.parse(Protein, { uuid, name: 'GFP', more: 1 })).toEqual({
      uuid,
      name: 'GFP',
      created_at: null,
      ancestor_uuid: null,
      project_uuid: null,
      used_in_workflow: null,
      sanitized: null,
      public: null,
      pocket: null,
      computed: null,
      data: null,
      more: 1,
    });
    expect(z.parse(Protein, { uuid, data: emptyPdb() }).data).toEqual(emptyPdb());
  });
  test('sanitization: 1 or nothing in progress, 2 done, 3 failed, 4 stopped', () => {
    expect([null, 1, 2, 3, 4].map((code) => sanitizationState(code)?.state)).toEqual([
      'inProgress',
      'inProgress',
      'done',
      'failed',
      'stopped',
    ]);
    expect([null, 1, 2, 3, 4].map((code) => sanitizationState(code)?.finished)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(sanitizationState(4)?.words).toBe('Sanitization stopped');
    expect(sanitizationState(9)).toBeNull();
  });
  test('a pocket of an update is whole', () => {
    const centre = [0, 0, 0];
    expect(reads(ProteinUpdate, { pocket: [centre, [1, 1, 1]] })).toBe(true);
    expect(reads(ProteinUpdate, { pocket: [[0, 0, 0]] })).toBe(false);
    expect(reads(ProteinUpdate, { pocket: null, name: 'x' })).toBe(true);
  });
});

test('permissions: items and folders are read, updated and deleted, calculations read only; a shared view reads only', () => {
  const all: Permission[] = ['read', 'update', 'delete'];
  for (const kind of ['workflow', 'folder'] as const) {
    expect(all.filter((permission) => hasPermissionKind(kind, permission))).toEqual(all);
    expect(permissionsOfView(kind, 'owner')).toEqual(all);
    expect(permissionsOfView(kind, 'shared')).toEqual(['read']);
  }
  expect(all.filter((permission) => hasPermissionKind('calculation', permission))).toEqual(['read']);
});

test('a user reads with and without billing', () => {
  expect(z.parse(User, { uuid, username: 'ada', email: 'ada@example.org' })).toMatchObject({
    credits: null,
    organization: null,
    feature_list: [],
  });
  expect(
    reads(User, {
      uuid,
      username: 'ada',
      email: 'ada@example.org',
      credits: 12.5,
      organization: { name: 'Lab', weekly_credits: 1, credits: 2 },
      organization_role: { name: 'admin' },
      individual_subscription: { subscription_plan: { name: 'free' } },
    }),
  ).toBe(true);
});

describe('saved searches', () => {
  const whole: SavedSearch = {
    query: 'ibu & co',
    public: false,
    starred: true,
    projectUUID: uuid,
    projectName: 'Kinases',
    type: ['docking', 'pka'],
    status: [2, 3],
    createdAfter: '2026-01-01',
    createdBefore: '2026-02-01T00:00:00Z',
    updatedAfter: null,
    updatedBefore: null,
    exact: null,
    substructure: 'OC(=O)c1ccccc1',
    similarTo: null,
    minSimilarity: null,
    sort: 'created_at',
    asc: false,
  };
  test('keep their filters in the query string', () => {
    const text = String(writeSearch(whole));
    expect(text).toBe(
      `query=ibu+%26+co&public=false&starred=true&projectUUID=${uuid}&projectName=Kinases&type=docking&type=pka` +
        '&status=2&status=3&createdAfter=2026-01-01&createdBefore=2026-02-01T00%3A00%3A00Z&substructure=OC%28%3DO%29c1ccccc1&sort=created_at&asc=false',
    );
    expect(readSearch(new URLSearchParams(text))).toEqual(whole);
  });
  test('what cannot be read filters nothing', () => {
    const search = readSearch(
      new URLSearchParams('status=2&status=x&status=1.5&asc=1&public=&createdAfter=soon&type='),
    );
    expect(search).toEqual({ ...z.parse(SavedSearch, {}), status: [2] });
  });
  test('go round any way', () => {
    const words = fc.option(fc.string({ unit: 'grapheme', minLength: 1 }));
    const date = fc.option(
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((day) => day.toISOString()),
    );
    const flag = fc.option(fc.boolean());
    const search = fc.record({
      query: words,
      public: flag,
      starred: flag,
      projectUUID: fc.option(fc.uuid()),
      projectName: words,
      type: fc.array(fc.string({ minLength: 1 })),
      status: fc.array(fc.integer()),
      createdAfter: date,
      createdBefore: date,
      updatedAfter: date,
      updatedBefore: date,
      exact: words,
      substructure: words,
      similarTo: words,
      minSimilarity: fc.option(fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs)),
      sort: words,
      asc: flag,
    });
    fc.assert(
      fc.property(search, (filters) => {
        expect(readSearch(new URLSearchParams(String(writeSearch(filters))))).toEqual(filters);
      }),
    );
  });
  test('ask the server by the names of the contents query', () => {
    const query = searchQuery(whole);
    expect(reads(FolderQuery, query)).toBe(true);
    expect(String(writeQuery(query))).toBe(
      `name_contains=ibu+%26+co&public=false&starred=true&project_uuid=${uuid}&object_types=docking&object_types=pka` +
        '&statuses=2&statuses=3&created_after=2026-01-01&created_before=2026-02-01T00%3A00%3A00Z&substructure=OC%28%3DO%29c1ccccc1&sort=created_at&asc=false',
    );
  });
});

test('the query of a folder has all its fields, and the count on request', () => {
  expect(Object.keys(FolderQuery.shape)).toEqual(
    (
      'size page count name_contains public starred sort asc updated_after updated_before created_after created_before ' +
      'statuses object_types project_uuid parent_uuid exact substructure similar_to min_similarity'
    ).split(' '),
  );
  for (const wrong of [{ page: -1 }, { size: 0 }, { updated_after: 'soon' }, { statuses: ['2'] }]) {
    expect(reads(FolderQuery, wrong)).toBe(false);
  }
});
