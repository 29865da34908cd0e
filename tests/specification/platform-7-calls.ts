import { callsOfItems } from './platform-7-calls-of-items.ts';
import type { Section } from './rows.ts';

/** Section 7 of the platform document. */
export const calls: readonly Section[] = [
  {
    heading: '7. The calls it makes',
    rows: [
      {
        text: 'Responses are not shown unless stated.',
        held: [
          'packages/server/src/api/openapi.test.ts › the description of the API › it says what the routes and schemas say',
          'packages/server/src/api/conformance.test.ts › the running server › answers every call as its description says: schemathesis walks them all',
        ],
        note: 'Ours, written down: OpenAPI.',
      },
      ...callsOfItems,
      {
        text: 'Folder',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'A label.',
      },
      {
        text: 'POST /api/folder (create);',
        held: [
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
          'packages/server/src/api/api.test.ts › folders: pages, filters, moving, and a folder never lands in itself',
        ],
      },
      {
        text: 'GET /api/folder (query);',
        held: [
          'packages/server/src/api/folders.test.ts › folders › lists of folders: filters, pages, subfolders of an opened one inside the tree, and a tree to print',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'GET /api/folder/{id};',
        held: ['packages/server/src/api/routes.test.ts › every route for every role › %s'],
      },
      {
        text: 'GET /api/folder/{id}/subfolders?slug={id};',
        held: [
          'packages/server/src/api/folders.test.ts › folders › lists of folders: filters, pages, subfolders of an opened one inside the tree, and a tree to print',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'GET /api/folder/{id}/contents;',
        held: [
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
          'packages/server/src/api/api.test.ts › folders: pages, filters, moving, and a folder never lands in itself',
        ],
      },
      {
        text: 'POST /api/folder/{uuid} (update);',
        held: ['packages/server/src/api/routes.test.ts › every route for every role › %s'],
      },
      {
        text: 'POST /api/folder/move_folders;',
        held: [
          'packages/server/src/api/folders.test.ts › folders › moves: all or none, only to what may be changed, never in a circle, also to another project',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'DELETE /api/folder/{uuid}',
        held: [
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
          'packages/server/src/api/api.test.ts › folders: pages, filters, moving, and a folder never lands in itself',
        ],
      },
      {
        text: 'Contents query: size, page, name_contains,',
        held: [
          'packages/server/src/api/api.test.ts › folders: pages, filters, moving, and a folder never lands in itself',
        ],
      },
      {
        text: 'public, starred,',
        held: [
          'packages/server/src/api/folders.test.ts › folders › contents: each filter, each order both ways, folders first over the pages, and the number of pages',
        ],
      },
      {
        text: 'sort, asc,',
        held: [
          'packages/server/src/api/api.test.ts › folders: pages, filters, moving, and a folder never lands in itself',
        ],
      },
      {
        text: 'updated_after, updated_before, created_after, created_before, statuses, object_types, project_uuid, parent_uuid.',
        held: [
          'packages/server/src/api/folders.test.ts › folders › contents: each filter, each order both ways, folders first over the pages, and the number of pages',
        ],
      },
      {
        text: 'Shared: GET /api/shared/folder/{id} and /contents.',
        held: [
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
          'packages/server/src/api/routes.test.ts › an item is public by its own flag or by a folder above it, and says which',
        ],
      },
      {
        text: 'Project',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'A label.',
      },
      {
        text: 'GET /api/project (query filters);',
        held: [
          'packages/server/src/api/projects.test.ts › projects › a new one has a root folder to work in, its maker as owner, and is listed newest first',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'POST /api/project (body name);',
        held: [
          'packages/server/src/api/projects.test.ts › projects › a new one has a root folder to work in, its maker as owner, and is listed newest first',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'GET /api/project/{id};',
        held: [
          'packages/server/src/api/projects.test.ts › projects › people are added by uuid, address or username, in a role; a viewer reads, a member changes, nobody else sees it',
          'packages/server/src/api/python-client.test.ts › makes, reads, renames, lists and deletes a project, and knows the default one',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'POST /api/project/{id} (update);',
        held: [
          'packages/server/src/api/projects.test.ts › projects › a new one has a root folder to work in, its maker as owner, and is listed newest first',
          'packages/server/src/api/python-client.test.ts › makes, reads, renames, lists and deletes a project, and knows the default one',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'DELETE /api/project/{id}',
        held: [
          'packages/server/src/api/projects.test.ts › projects › a deleted one is gone with all that is in it for everybody, public things too, and comes back whole',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: "(success message 'Project deleted', timeout 5000 ms)",
        held: [
          'tests/e2e/projects.spec.ts › a project is made, renamed, switched to, and deleted, which is said for five seconds',
          'packages/core/src/entities/platform.test.ts › stand as the specification has them',
          'packages/core/src/entities/platform.test.ts › messages stay 5000 ms, dropdowns take half the viewport, modals have three sizes, tables 100 columns',
        ],
      },
      {
        text: 'GET /api/project/{id}/users;',
        held: [
          'packages/server/src/api/projects.test.ts › projects › a new one has a root folder to work in, its maker as owner, and is listed newest first',
          'packages/server/src/api/projects.test.ts › projects › people leave by themselves or are removed by the owner, who cannot leave; a lost default project is replaced',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'POST /api/project/{id}/add_users and /remove_users (body);',
        held: [
          'packages/server/src/api/projects.test.ts › projects › people are added by uuid, address or username, in a role; a viewer reads, a member changes, nobody else sees it',
          'packages/server/src/api/projects.test.ts › projects › people leave by themselves or are removed by the owner, who cannot leave; a lost default project is replaced',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'POST /api/project/{id}/reassign_ownership (query user_uuid);',
        held: [
          'packages/server/src/api/projects.test.ts › projects › ownership goes to somebody else, and the rights with it; the default project stays',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'GET /api/project/{id}/has_edit_access',
        held: [
          'packages/server/src/api/projects.test.ts › projects › people are added by uuid, address or username, in a role; a viewer reads, a member changes, nobody else sees it',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'POST /api/project/{id}/create_structure (body);',
        held: [
          'packages/server/src/api/projects.test.ts › structures: a SMILES or a geometry, checked as chemistry, in pages, for the people of the project',
          'packages/server/src/api/structures.test.ts › a geometry has the SMILES that is perceived in it; one that is given stays; one that shows none has none',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'GET /api/project/{id}/get_structures (query);',
        held: [
          'packages/server/src/api/projects.test.ts › structures: a SMILES or a geometry, checked as chemistry, in pages, for the people of the project',
          'packages/server/src/api/structures.test.ts › a deleted one is in no list and read by nobody, is restored from the trash, and is gone after 30 days',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'GET /api/structure/{id}',
        held: [
          'packages/server/src/api/projects.test.ts › structures: a SMILES or a geometry, checked as chemistry, in pages, for the people of the project',
          'packages/server/src/api/structures.test.ts › renamed and shared by who may change the project; what is shared is read by everybody, and by nobody once it is not',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'Protein',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'A label.',
      },
      {
        text: 'GET /api/protein;',
        held: [
          'packages/server/src/api/protein.test.ts › a PDB file is read, stored, listed without its atoms, and comes back with the same atoms',
          'packages/server/src/api/python-client.test.ts › uploads, reads, changes, lists, saves and deletes a protein',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'POST /api/protein;',
        held: [
          'packages/server/src/api/protein.test.ts › a PDB file is read, stored, listed without its atoms, and comes back with the same atoms',
          'packages/server/src/api/python-client.test.ts › uploads, reads, changes, lists, saves and deletes a protein',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'GET /api/protein/{id};',
        held: [
          'packages/server/src/api/protein.test.ts › a PDB file is read, stored, listed without its atoms, and comes back with the same atoms',
          'packages/server/src/api/python-client.test.ts › uploads, reads, changes, lists, saves and deletes a protein',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'POST /api/protein/{uuid};',
        held: [
          'packages/server/src/api/protein.test.ts › name, pocket and sharing change alone or together; what a client never loaded stays',
          'packages/server/src/api/python-client.test.ts › uploads, reads, changes, lists, saves and deletes a protein',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'DELETE /api/protein/{id};',
        held: [
          'packages/server/src/api/protein.test.ts › a deleted one is restored from the trash for 30 days; items that name it say where it is; then it is gone for good',
          'packages/server/src/api/protein.test.ts › name, pocket and sharing change alone or together; what a client never loaded stays',
          'packages/server/src/api/python-client.test.ts › uploads, reads, changes, lists, saves and deletes a protein',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'POST /api/protein/sanitize/{id};',
        held: [
          'packages/server/src/api/protein-preparation.test.ts › crambin gets its 315 hydrogens; the upload is kept, given out and put back',
          'packages/server/src/api/protein-preparation.test.ts › kill -9 of the server: the preparation is begun again after the start, and compute ends with the server',
          'packages/server/src/api/python-client.test.ts › repairs a protein and waits for it',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'GET /api/shared/protein/{id}',
        held: [
          'packages/server/src/api/protein.test.ts › name, pocket and sharing change alone or together; what a client never loaded stays',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'Conversion',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'A label.',
      },
      {
        text: 'POST /api/convert/files_to_mols',
        held: [
          'packages/server/src/api/api.test.ts › converts: SMILES to molecules, and says where a file breaks',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
          'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
        ],
      },
      {
        text: 'POST /api/convert/smiles_to_mols',
        held: [
          'packages/server/src/api/api.test.ts › converts: SMILES to molecules, and says where a file breaks',
          'packages/server/src/api/convert.test.ts › a SMILES that cannot be embedded or read fails alone, in the order of the question',
        ],
      },
      {
        text: '(batches of 5, per-item retry)',
        held: [
          'packages/core/src/client/conversions.test.ts › SMILES go in batches of 5, answers come in the order of the question, and what cannot be converted is false',
          'packages/core/src/client/conversions.test.ts › a batch that fails is tried again item by item; only what fails alone is false',
        ],
      },
      {
        text: 'POST /api/convert/mols_to_smiles (batches of 25)',
        held: [
          'packages/core/src/client/conversions.test.ts › molecules go in batches of 25, with the same second try',
          'packages/server/src/api/convert.test.ts › molecule to SMILES: many, one, and one that has none',
          'packages/server/src/convert/each-alone.test.ts › a molecule over which the converter dies fails alone, at its place',
        ],
      },
      {
        text: 'POST /api/convert/pubchem_to_mols;',
        held: [
          'packages/server/src/api/convert.test.ts › PubChem: compounds become SMILES and molecules, each failing alone',
        ],
      },
      {
        text: 'POST /api/convert/pubchem_to_smiles',
        held: [
          'packages/server/src/api/convert.test.ts › PubChem: compounds become SMILES and molecules, each failing alone',
          'packages/server/src/lookups/lookups.test.ts › a compound is found by number and by name, and only the identifier is sent',
        ],
      },
      {
        text: 'POST /api/convert/pdb_id_to_protein?pdb_id;',
        held: ['packages/server/src/api/convert.test.ts › PDB: an entry becomes a protein and its sequences'],
      },
      {
        text: 'GET /api/convert/pdb_id_to_sequences?pdb_id;',
        held: ['packages/server/src/api/convert.test.ts › PDB: an entry becomes a protein and its sequences'],
      },
      {
        text: 'POST /api/convert/pdb_file_to_protein;',
        held: [
          'packages/server/src/api/protein.test.ts › a PDB file is read, stored, listed without its atoms, and comes back with the same atoms',
          'packages/server/src/api/protein.test.ts › an mmCIF file is told from PDB and read, also after lines of comment; stored, it comes back as a PDB file',
          'packages/server/src/api/protein.test.ts › what is no structure is refused in words',
        ],
      },
      {
        text: 'POST /api/convert/stjames_pdb_to_pdb_filestring',
        held: [
          'packages/server/src/api/protein.test.ts › a PDB file is read, stored, listed without its atoms, and comes back with the same atoms',
        ],
      },
      {
        text: 'POST /api/convert/mol_to_file?filetype (body molecules, optional comments);',
        held: ['packages/server/src/api/convert.test.ts › molecules are written with comments and read again'],
      },
      {
        text: 'POST /api/convert/reorder_to_match_template',
        held: ['packages/server/src/api/convert.test.ts › atoms are put in the order of a template'],
      },
      {
        text: 'A further molecule-to-SMILES helper: path not shown.',
        held: ['packages/server/src/api/convert.test.ts › molecule to SMILES: many, one, and one that has none'],
        note: 'Ours: POST /api/convert/mol_to_smiles, one molecule, one SMILES or a refusal.',
      },
      {
        text: 'Trajectory',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'A label.',
      },
      {
        text: 'GET /api/trajectory/{id}/compressed_stream;',
        held: [
          'packages/server/src/api/big-results.test.ts › large results › a trajectory streams as float64 to 0.001 Å with its four headers',
        ],
      },
      {
        text: 'POST /api/trajectory/{id}/atom_trajectories (details in the second document).',
        held: [
          'packages/server/src/api/big-results.test.ts › large results › frames by POST are the same stream; pairs of atoms give their distances',
        ],
      },
    ],
  },
];
