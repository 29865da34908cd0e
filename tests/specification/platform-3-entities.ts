import type { Section } from './rows.ts';

/** Sections 3 to 6 of the platform document. */
export const entities: readonly Section[] = [
  {
    heading: '3. Entities and their fields',
    rows: [
      {
        text: 'Workflow item: uuid, name, created_at, updated_at, started_at, completed_at, elapsed, credits_charged, email_when_complete, is_free, max_credits, notes, object_data, object_logfile, object_status (numeric), object_type, parent_uuid, starred, public, run_by_username, resubmitted_from_uuid, smiles (sets the representative SMILES), and a list of linked calculation uuids.',
        held: [
          'packages/core/src/entities/entities.test.ts › of a workflow item',
          'packages/server/src/api/api.test.ts › a submission is stored as queued and reads back in the shape of core',
        ],
      },
      {
        text: 'object_data may hold messages (each with type, title, body), initial_molecule and initial_smiles.',
        held: [
          'packages/core/src/entities/entities.test.ts › messages, initial molecule and SMILES in the data of an item',
        ],
      },
      {
        text: 'An item that fails to construct falls back to a generic workflow.',
        held: [
          'packages/widgets/src/results/states.test.tsx › an unknown type and data that do not fit get the generic view, which never throws',
        ],
      },
      {
        text: 'Calculation: workflow_uuid, status, settings (method, engine, mode, corrections, tasks, basis_set with name and overrides, solvent_settings with solvent and model, solvent, opt_settings with constraints, transition_state and optimize_cell).',
        held: ['packages/core/src/entities/entities.test.ts › of a calculation and its settings'],
        note: 'The older bare field solvent is kept as it is read: the schema is loose.',
      },
      {
        text: 'Energy corrections: zero_point_energy, thermal_energy_corr, thermal_enthalpy_corr, thermal_free_energy_corr;',
        held: ['packages/core/src/entities/entities.test.ts › of a molecule; the totals are derived'],
      },
      {
        text: 'totals are derived.',
        held: ['packages/core/src/entities/entities.test.ts › of a molecule; the totals are derived'],
      },
      {
        text: 'Molecule: atoms (position, atomic_number), charge, multiplicity, smiles, energy, cell (periodic systems).',
        held: ['packages/core/src/entities/entities.test.ts › of a molecule; the totals are derived'],
      },
      {
        text: 'Folder: is_root, parent_uuid, public, ancestor_is_public, notes, starred, project_uuid.',
        held: ['packages/core/src/entities/entities.test.ts › of a folder and a page of its contents'],
      },
      {
        text: 'The folder contents response has items (each with type and data) and num_pages.',
        held: ['packages/core/src/entities/entities.test.ts › of a folder and a page of its contents'],
      },
      {
        text: 'Project: name, users, an owner who can be reassigned.',
        held: [
          'packages/server/src/api/projects.test.ts › projects › a new one has a root folder to work in, its maker as owner, and is listed newest first',
          'packages/server/src/api/projects.test.ts › projects › people are added by uuid, address or username, in a role; a viewer reads, a member changes, nobody else sees it',
          'packages/server/src/api/projects.test.ts › projects › ownership goes to somebody else, and the rights with it; the default project stays',
        ],
      },
      {
        text: 'User entity fields: not shown.',
        held: [
          'packages/server/src/api/api.test.ts › a one-time link signs in once; the cookie is HttpOnly and foreign pages cannot use it',
        ],
        note: 'Ours: identifier, names, e-mail, root folder, default project.',
      },
      {
        text: 'Structure: fetched by uuid;',
        held: [
          'packages/server/src/api/projects.test.ts › structures: a SMILES or a geometry, checked as chemistry, in pages, for the people of the project',
          'packages/server/src/api/structures.test.ts › renamed and shared by who may change the project; what is shared is read by everybody, and by nobody once it is not',
          'packages/core/src/entities/platform-entities.test.ts › a structure has a SMILES or a geometry',
        ],
      },
      {
        text: 'created within a project.',
        held: [
          'packages/server/src/api/projects.test.ts › structures: a SMILES or a geometry, checked as chemistry, in pages, for the people of the project',
          'packages/server/src/api/structures.test.ts › a geometry has the SMILES that is perceived in it; one that is given stays; one that shows none has none',
          'packages/core/src/entities/platform-entities.test.ts › a structure has a SMILES or a geometry',
        ],
      },
      {
        text: 'Protein: listed, created, read, updated, deleted, sanitized, shareable.',
        held: [
          'packages/server/src/api/protein.test.ts › a PDB file is read, stored, listed without its atoms, and comes back with the same atoms',
          'packages/server/src/api/protein.test.ts › name, pocket and sharing change alone or together; what a client never loaded stays',
          'packages/server/src/api/protein.test.ts › a deleted one is restored from the trash for 30 days; items that name it say where it is; then it is gone for good',
          'packages/server/src/api/protein-preparation.test.ts › crambin gets its 315 hydrogens; the upload is kept, given out and put back',
          'packages/core/src/entities/platform-entities.test.ts › a list leaves the data out; a whole one has it; extra keys stay',
          'packages/core/src/entities/platform-entities.test.ts › sanitization: 1 or nothing in progress, 2 done, 3 failed, 4 stopped',
          'packages/core/src/entities/platform-entities.test.ts › a pocket of an update is whole',
        ],
      },
      {
        text: 'Structure names used in viewers: Initial Structure, Conformer n, Tautomer n, Microstate n, Optimized Structure, Neutral/Reduced/Oxidized Structure, IRC Backward/Forward Step n, Transition State, Step n, Constrained Optimization, Pose N, Single Point Structure.',
        held: [
          'packages/core/src/workflows/conformers.test.ts › tabs, the initial structure while nothing has run, the empty table',
          'packages/core/src/workflows/conformers.test.ts › a conformer whose identifier is no UUID is left out, named, and its row kept',
          'packages/core/src/workflows/tautomers.test.ts › tabs and structures: the first structure of each tautomer',
          'packages/core/src/workflows/macropka.test.ts › structures are the microstates, numbered',
          'packages/core/src/workflows/multistage-opt.test.ts › structures: the final one first, by what it is',
          'packages/core/src/workflows/redox-potential.test.ts › tab, structures by the names of the specification, calculations',
          'packages/core/src/workflows/irc.test.ts › structures run from the far backward end over the transition state to the far forward end',
          'packages/core/src/workflows/scan.test.ts › tabs, structures and points; a failed point keeps its number',
          'packages/core/src/workflows/strain.test.ts › tabs and structures',
          'packages/core/src/workflows/docking.test.ts › tabs, and the poses in stored order',
          'packages/core/src/workflows/electronic-properties.test.ts › tabs and the structure',
        ],
      },
      {
        text: 'Saved-column property catalogue: energy (Hartree), zero-point energy, thermal corrections, total enthalpy, Gibbs free energy, solvation energy (kcal/mol), BBB penetrance, pTM, ipTM, pLDDT, confidence score, affinity probability, IC50, pIC50, oxidation and reduction potential (V), collisional cross section, strain (kcal/mol), PoseBusters validity, isoelectric point, docking scores.',
        held: [
          'packages/core/src/tables/derived-values.test.ts › hold the whole catalogue of the specification',
          'packages/core/src/tables/derived-values.test.ts › have the units of the specification',
        ],
      },
    ],
  },
  {
    heading: '4. States and transitions',
    rows: [
      {
        text: 'Item status codes: 0 Queued, 1 Running, 2 Completed, 3 Failed, 4 Stopped, 5 Awaiting Queue (shown as queued), 6 Draft.',
        held: [
          'packages/core/src/entities/entities.test.ts › codes 0 to 6 with their names and phrases; awaiting queue is shown as queued',
        ],
      },
      {
        text: 'A workflow is finished when completed, failed or stopped;',
        held: [
          'packages/core/src/entities/entities.test.ts › a workflow is finished when completed, failed or stopped',
        ],
      },
      {
        text: 'a calculation is finished when status is above 1.',
        held: ['packages/core/src/entities/entities.test.ts › a calculation is finished above 1'],
      },
      {
        text: 'Labels on an item: status, Shared, Ancestor Shared (only when the item is not itself shared), Starred, Email When Complete (only while unfinished).',
        held: [
          'packages/core/src/entities/entities.test.ts › labels: Ancestor Shared only when not itself shared, Email When Complete only while unfinished',
        ],
      },
      {
        text: 'Where a workflow is not completed, result tables say the workflow name plus its status phrase (queued, running, completed, failed, stopped, is saved as a draft).',
        held: [
          'packages/core/src/entities/entities.test.ts › codes 0 to 6 with their names and phrases; awaiting queue is shown as queued',
          'packages/widgets/src/results/states.test.tsx › queued says why it waits, running where it stands, failed why and what to do',
        ],
      },
      {
        text: 'Transition rules between statuses: not shown.',
        held: [
          'packages/server/src/queue/queue.test.ts › many items, several claimers: each item exactly once, oldest first for a single claimer',
          'packages/server/src/queue/queue.test.ts › a lost lease gives the item to the next attempt with the steps so far, and the late result is refused with a reason',
          'packages/server/src/queue/queue.test.ts › %s is tried again %i times, then the item fails with it',
          'packages/server/src/queue/queue.test.ts › a stop that reaches a running attempt ends the item as stopped, even when the worker is lost',
          'packages/server/src/api/api.test.ts › a queued item stops at once',
          'packages/server/src/api/life.test.ts › life of an item › a draft is kept without being run, changed, judged when it is submitted, and then runs as what it is by then',
          'packages/server/src/api/life.test.ts › life of an item › above the limit of one person items await the queue, say so, and join it oldest first when a place is free',
        ],
        note: 'Ours: draft, awaiting its place, queued, running, ended; a lost attempt goes back to queued.',
      },
      {
        text: 'Loading states for reads: items, molecules, not-found (all reads empty), null.',
        held: [
          'packages/core/src/client/read-state.test.ts › items, then molecules, not-found when every read is empty, null when all is there',
          'packages/widgets/src/results/states.test.tsx › waits for the item, then for its molecules, then for nothing; what is nowhere is not found, and who asks for nothing is told',
          'packages/widgets/src/results/states.test.tsx › molecules that cannot be read are said to be so, which is neither loading nor missing',
        ],
      },
      {
        text: 'Polling: an item view refreshes every 10 s while the browser tab is visible;',
        held: [
          'packages/core/src/client/client.test.ts › polling: 10 s while unfinished, 60 s for two finished types, else never',
          'packages/core/src/client/client.test.ts › folders are polled every 15 s, and nothing is polled while the tab is hidden',
        ],
      },
      {
        text: 'every 60 s when the item is finished and of type electronic_properties or pose_analysis_md;',
        held: [
          'packages/core/src/client/client.test.ts › polling: 10 s while unfinished, 60 s for two finished types, else never',
          'packages/core/src/workflows/catalogue.test.ts › only electronic properties and pose-analysis MD are read again when they have finished, every 60 s',
        ],
      },
      {
        text: 'the folder view refreshes every 15 s.',
        held: [
          'packages/core/src/client/client.test.ts › folders are polled every 15 s, and nothing is polled while the tab is hidden',
        ],
      },
      {
        text: 'Folder contents load in pages of 20.',
        held: [
          'packages/core/src/entities/platform.test.ts › pages of 20; polls after 10, 15 and 60 s; batches of 5, 25 and 25',
          'packages/core/src/client/client.test.ts › folders are polled every 15 s, and nothing is polled while the tab is hidden',
          'packages/server/src/api/api.test.ts › folders: pages, filters, moving, and a folder never lands in itself',
        ],
      },
      {
        text: 'Moving items between folders: refused when the destination folder cannot be read.',
        held: ['packages/server/src/api/routes.test.ts › nothing can be moved into a folder of somebody else'],
      },
      {
        text: 'Resubmitting an item: if do_csearch is true then do_optimization is forced true (docking, ion mobility, hydrogen-bond basicity).',
        held: ['packages/core/src/methods/resubmission.test.ts › a conformer search forces the optimization on'],
        note: 'Each of the three types calls the rule: see the second document.',
      },
      {
        text: 'Viewer GIF/video recording and image download are transient states with percent progress.',
        held: [
          'packages/widgets/src/viewer/recording/downloads.test.tsx › a GIF without an ensemble: a warning, rising percent, the menu closed meanwhile, and the view as before',
          'packages/widgets/src/viewer/recording/downloads.test.tsx › %s: says how far it is, and Cancel ends it: no file, nothing left',
          'packages/widgets/src/viewer/recording/recording.test.ts › a PNG has 3840 × 2160 pixels, on the theme or on nothing, and nothing moves on the screen',
        ],
      },
    ],
  },
  {
    heading: '5. Validation rules',
    rows: [
      {
        text: 'Identifier pattern: UUID version 1 to 5, variant 8, 9, a or b.',
        held: ['packages/core/src/chemistry/chemistry.test.ts › atoms, formulas, bonds, identifiers and temperatures'],
      },
      {
        text: 'A conformer uuid not matching it logs an error.',
        held: [
          'packages/core/src/workflows/conformers.test.ts › a conformer whose identifier is no UUID is left out, named, and its row kept',
          'packages/widgets/src/results/conformer-search.test.tsx › logs a conformer whose identifier is no UUID, and molecules that could not be read',
        ],
      },
      {
        text: 'Slug cleaning: drop whitespace, lowercase, remove everything except a-z, 0-9, hyphen, underscore.',
        held: ['packages/core/src/chemistry/chemistry.test.ts › atoms, formulas, bonds, identifiers and temperatures'],
      },
      {
        text: 'Sequence letters: protein ACDEFGHIKLMNPQRSTVWXY;',
        held: ['packages/core/src/chemistry/sequences.test.ts › exactly the letters of the specification pass'],
      },
      {
        text: 'DNA ATCG;',
        held: ['packages/core/src/chemistry/sequences.test.ts › exactly the letters of the specification pass'],
      },
      {
        text: 'RNA AUCG;',
        held: ['packages/core/src/chemistry/sequences.test.ts › exactly the letters of the specification pass'],
      },
      {
        text: 'single letter A-Z.',
        held: ['packages/core/src/chemistry/sequences.test.ts › exactly the letters of the specification pass'],
      },
      {
        text: "Spin parity: sum of atomic numbers plus charge minus (multiplicity minus 1) must be even, else 'This combination of electrons, charge, and multiplicity is impossible.",
        held: ['packages/core/src/chemistry/chemistry.test.ts › water with charge %i and multiplicity %i'],
      },
      {
        text: "Double check the charge and multiplicity values given and verify that it's correct.'",
        held: [
          'packages/core/src/chemistry/chemistry.test.ts › water with charge %i and multiplicity %i',
          'tests/e2e/refusals.spec.ts › refuses an impossible charge and multiplicity with the exact text, and takes a possible one',
          'tests/e2e/refusals.spec.ts › gives the exact text for charge and multiplicity',
        ],
      },
      {
        text: 'Active multiplicity must be above 0.',
        held: [
          'packages/core/src/chemistry/chemistry.test.ts › water with charge %i and multiplicity %i',
          'packages/core/src/chemistry/chemistry.test.ts › molecules that cannot be computed are refused with the atom named',
        ],
      },
      {
        text: 'Alignment: at least two molecules;',
        held: ['packages/core/src/chemistry/alignment/alignment.test.ts › the two errors'],
      },
      {
        text: 'point sets must have equal non-zero length.',
        held: ['packages/core/src/chemistry/alignment/alignment.test.ts › the two errors'],
      },
      {
        text: 'Alignment modes: default or MCS',
        held: [
          'packages/core/src/chemistry/alignment/alignment.test.ts › conformers of ibuprofen atom by atom (AlignMol over all 33 atoms)',
          'packages/core/src/chemistry/alignment/alignment.test.ts › the search stops after 10000 steps, says so and gives the best so far',
        ],
      },
      {
        text: '(search stops after 10000 steps).',
        held: [
          'packages/core/src/chemistry/alignment/alignment.test.ts › the search stops after 10000 steps, says so and gives the best so far',
        ],
      },
      {
        text: "Molecular pKBHX given no sites errors with 'Input must be a non-empty array of numbers.'",
        held: [
          'packages/core/src/chemistry/hydrogen-bond-basicity.test.ts › no sites, only sites too weak to be kept, or something that is no number, give the exact text',
        ],
      },
      {
        text: 'Atom support lists restrict elements per workflow or method.',
        held: [
          'packages/core/src/methods/methods.test.ts › elements are the intersection of method, engine and basis set',
          'packages/core/src/methods/methods.test.ts › engine %s',
          'packages/core/src/methods/methods.test.ts › methods: elements, tasks, corrections and basis sets',
          'packages/core/src/workflows/tautomers.test.ts › closed shell, one molecule, and the elements of the specification',
          'packages/core/src/workflows/docking.test.ts › ligands have the atoms 1, 5 to 9, 14 to 17, 33 to 35 and 53, and no open shell',
          'packages/core/src/workflows/ion-mobility.test.ts › the elements of the specification',
          'packages/core/src/workflows/hydrogen-bond-basicity.test.ts › atoms are those that the force field with boron and both named methods support',
          'packages/core/src/workflows/conformer-search.test.ts › elements: those of MMFF94 for reckless and rapid, of GFN-FF for careful, of GFN2-xTB for meticulous',
          'packages/core/src/workflows/batch-docking.test.ts › the entry that cannot be read or docked is named',
        ],
      },
      {
        text: 'Solvents, basis sets and corrections depend on the engine and method;',
        held: [
          'packages/core/src/methods/methods.test.ts › engine %s',
          'packages/core/src/methods/methods.test.ts › corrections follow method and engine',
          'packages/core/src/methods/methods.test.ts › solvents by model and use are all known names',
        ],
      },
      {
        text: 'on resubmit unsupported basis sets, corrections or solvents are dropped,',
        held: [
          'packages/core/src/methods/resubmission.test.ts › what a server does not have is dropped or replaced, each with a reason',
          'packages/core/src/methods/resubmission.test.ts › another letter case of a basis set is corrected without a change to accept; a composite method forces its own',
          'packages/core/src/methods/resubmission.test.ts › a solvent stays only with an engine and a model that have it',
        ],
      },
      {
        text: 'basis set names are matched case-insensitively and 6-31G* becomes 6-31G(d);',
        held: [
          'packages/core/src/methods/methods.test.ts › basis sets are found in any letter case, with stars, and nothing else',
          'packages/core/src/methods/resubmission.test.ts › another letter case of a basis set is corrected without a change to accept; a composite method forces its own',
        ],
      },
      {
        text: 'an engine not in the allowed list is replaced by the first engine that supports the method.',
        held: [
          'packages/core/src/methods/resubmission.test.ts › an engine that is not allowed is replaced by the first that supports the method',
        ],
      },
      {
        text: 'Resubmit accepts a mode only from the allowed list and a solvent that is null or known.',
        held: [
          'packages/core/src/methods/resubmission.test.ts › a mode comes from the list only',
          'packages/core/src/methods/resubmission.test.ts › a solvent is null or known',
        ],
      },
      {
        text: 'Temperature conversion: K = degrees C + 273.15.',
        held: ['packages/core/src/chemistry/chemistry.test.ts › atoms, formulas, bonds, identifiers and temperatures'],
      },
      {
        text: 'Multi-structure SMILES and open-shell are disabled for solubility, macropka, co-folding, ADMET.',
        held: [
          'packages/core/src/workflows/solubility.test.ts › empty choices, several structures and open shell',
          'packages/core/src/workflows/macropka.test.ts › open shell, several structures and a molecule with coordinates are refused',
          'packages/core/src/workflows/protein-cofolding.test.ts › open-shell and multi-structure SMILES are refused by their place in the list',
          'packages/core/src/workflows/admet.test.ts › a SMILES is needed; open shell and several structures are refused',
        ],
      },
      {
        text: 'Batch molecules are disabled for pose MD, BDE, double-ended search.',
        held: ['packages/core/src/workflows/shared-rules.test.ts › %s takes no several molecules at once'],
      },
      {
        text: 'Viewer trajectory range: 50 to 1000 frames.',
        held: [
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › moves both ends of the range by keyboard, 50 to 1000 frames apart',
          'packages/core/src/tables/derived-values.test.ts › a range is always inside and 50 to 1000 frames long where there are so many',
        ],
      },
    ],
  },
  {
    heading: '6. Roles and permissions',
    rows: [
      {
        text: 'Public/shared view: read-only through shared endpoints, no login;',
        held: [
          'tests/e2e/share.spec.ts › the share switch gives a link that works without signing in, read only, and takes it back',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'the /public prefix is used on routes.',
        held: [
          'tests/e2e/share.spec.ts › the share switch gives a link that works without signing in, read only, and takes it back',
        ],
      },
      {
        text: 'Signed-in view: owner endpoints.',
        held: ['packages/server/src/api/routes.test.ts › every route for every role › %s'],
      },
      {
        text: 'A manually supplied JWT may be used for reading.',
        held: [
          'packages/server/src/api/session.test.ts › people › tokens for reading › read and do nothing else',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'Items can be public;',
        held: [
          'packages/server/src/api/routes.test.ts › an item is public by its own flag or by a folder above it, and says which',
          'tests/e2e/share.spec.ts › the share switch gives a link that works without signing in, read only, and takes it back',
        ],
      },
      {
        text: 'anything inside a shared folder is labelled ancestor-shared.',
        held: [
          'packages/server/src/api/routes.test.ts › an item is public by its own flag or by a folder above it, and says which',
          'packages/core/src/entities/entities.test.ts › labels: Ancestor Shared only when not itself shared, Email When Complete only while unfinished',
        ],
      },
      {
        text: 'Project membership: add users, remove users, reassign ownership to a user, check edit access.',
        held: [
          'tests/e2e/projects.spec.ts › people are added by address in a role, change it, leave, and get the project',
          'packages/core/src/entities/platform-entities.test.ts › bodies: a name; users to add or remove; whom it goes to',
        ],
      },
      {
        text: 'Editing a folder requires edit access on its project.',
        held: [
          'packages/server/src/api/projects.test.ts › projects › people are added by uuid, address or username, in a role; a viewer reads, a member changes, nobody else sees it',
          'packages/server/src/api/folders.test.ts › folders › moves: all or none, only to what may be changed, never in a circle, also to another project',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'Item kinds have read, update and delete permissions for items and folders, read only for calculations.',
        held: [
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
          'packages/core/src/entities/platform-entities.test.ts › permissions: items and folders are read, updated and deleted, calculations read only; a shared view reads only',
        ],
      },
      {
        text: 'Permission names: not shown.',
        held: [
          'packages/core/src/entities/platform-entities.test.ts › permissions: items and folders are read, updated and deleted, calculations read only; a shared view reads only',
          'packages/server/src/api/api-keys.test.ts › scopes: reading, writing, deleting',
        ],
        note: 'Ours: read, update, delete; of keys read, read_write, read_write_delete.',
      },
      {
        text: 'Which role may do what: not shown.',
        held: [
          'packages/server/src/api/projects.test.ts › projects › people are added by uuid, address or username, in a role; a viewer reads, a member changes, nobody else sees it',
          'packages/server/src/api/projects.test.ts › projects › ownership goes to somebody else, and the rights with it; the default project stays',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
        note: 'Ours: a viewer reads, a member changes as well, the owner manages the project.',
      },
    ],
  },
];
