import type { Section } from './rows.ts';

/** Sections 1 and 2 of the platform document. */
export const screens: readonly Section[] = [
  {
    heading: 'Specification: computational chemistry workflow web platform',
    rows: [
      {
        text: 'The product is a web platform where researchers submit computational-chemistry workflows',
        held: [
          'tests/e2e/conformer-search.spec.ts › ibuprofen: pasted, submitted, watched without a reload, and looked through row by row',
          'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
        ],
      },
      {
        text: 'on molecules,',
        held: [
          'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
        ],
      },
      { text: 'proteins and complexes,', later: 'page: submission of proteins and complexes' },
      {
        text: 'organise them in projects and folders,',
        held: [
          'tests/e2e/projects.spec.ts › a project is made, renamed, switched to, and deleted, which is said for five seconds',
          'packages/server/src/api/api.test.ts › folders: pages, filters, moving, and a folder never lands in itself',
        ],
      },
      {
        text: 'and view results in tabs with a 3D viewer.',
        held: [
          'packages/widgets/src/elements/elements.test.ts › <cuvette-workflow src> shows a bundle: structure, table and tabs, and says cuvette-load',
          'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
        ],
      },
      {
        text: 'This document covers the core platform: purpose, routes, shared entities, statuses, common rules, platform-level calls, errors and global constants.',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'What the document covers; no requirement of its own.',
      },
      {
        text: 'Per-workflow definitions are in the second document.',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'What the document covers; no requirement of its own.',
      },
    ],
  },
  {
    heading: '1. What the product does and for whom',
    rows: [
      {
        text: 'Users are researchers (chemists, data scientists).',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'For whom; no requirement of its own.',
      },
      {
        text: 'They submit workflows,',
        held: [
          'tests/e2e/conformer-search.spec.ts › ibuprofen: pasted, submitted, watched without a reload, and looked through row by row',
        ],
      },
      {
        text: 'then read results in 2D and 3D.',
        later: 'page: result pages of all types',
        partly: [
          'tests/e2e/conformer-search.spec.ts › ibuprofen: pasted, submitted, watched without a reload, and looked through row by row',
        ],
      },
      {
        text: 'Workflow types include: conformer search, conformers, tautomers, descriptors, Fukui indices, macroscopic pKa, microscopic pKa, solubility, NMR (private beta), protein-ligand co-folding, multiple sequence alignment (MSA), redox potential, strain, IRC, basic calculation, pose analysis by MD, bond-dissociation energy (BDE), docking, batch docking, multistage optimization, spin states, ion mobility (collisional cross section), hydrogen-bond basicity, ADMET, orbitals and electronic properties, scan, molecular dynamics, protein binder design, double-ended transition-state search.',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'Users can organise items in projects',
        held: [
          'tests/e2e/projects.spec.ts › a project is made, renamed, switched to, and deleted, which is said for five seconds',
          'tests/e2e/projects.spec.ts › people are added by address in a role, change it, leave, and get the project',
        ],
      },
      {
        text: 'and folders,',
        held: [
          'packages/server/src/api/api.test.ts › folders: pages, filters, moving, and a folder never lands in itself',
        ],
      },
      {
        text: 'star items, add notes,',
        later: 'page: notes and stars',
        partly: [
          'packages/server/src/api/api.test.ts › an unchanged answer is 304 for who has it',
          'packages/server/src/api/routes.test.ts › every route for every role › %s',
        ],
      },
      {
        text: 'share items/folders/proteins publicly',
        later: 'page: proteins',
        partly: [
          'packages/server/src/api/protein.test.ts › name, pocket and sharing change alone or together; what a client never loaded stays',
          'packages/server/src/api/routes.test.ts › an item is public by its own flag or by a folder above it, and says which',
          'tests/e2e/share.spec.ts › the share switch gives a link that works without signing in, read only, and takes it back',
        ],
      },
      {
        text: '(read-only, no login),',
        held: [
          'tests/e2e/share.spec.ts › the share switch gives a link that works without signing in, read only, and takes it back',
        ],
      },
      {
        text: 'and ask to be e-mailed when a workflow finishes.',
        held: [
          'packages/server/src/notify/notices.test.ts › mail and webhooks › whoever asked for it gets one mail when the item has ended, and nobody else',
        ],
      },
      {
        text: 'Credit billing fields are shown only when billing is switched on.',
        held: [
          'packages/widgets/src/submit/submit.test.tsx › asks for a limit of credits only where billing is on',
          'packages/widgets/src/results/tabs/info.test.tsx › shows credits only where billing is on: charged with 2 decimals, the limit with none',
          'packages/core/src/entities/platform.test.ts › billing fields are shown only when billing is on: credits with 2 decimals, the limit with none',
        ],
      },
      {
        text: 'Attribution and citation notes are shown per compute engine and per method;',
        held: [
          'packages/widgets/src/results/tabs/info.test.tsx › shows the works of each engine that ran under its name, and opens their DOIs without handing this page over',
          'packages/widgets/src/results/tabs/info.test.tsx › shows the works of programs and models that are a type’s own under their names',
          'packages/widgets/src/results/tabs/info.test.tsx › shows the works of each method under its title, and background apart from what must be cited',
          'packages/core/src/workflows/citations.test.ts › engine %s has a work that must be cited',
          'packages/core/src/workflows/citations.test.ts › method %s has a work to cite',
          'packages/core/src/workflows/catalogue.test.ts › every structure that it can show comes with tabs, the info tab among them, and works to cite',
        ],
      },
      {
        text: 'some workflow descriptions credit outside authors and ask users to cite them.',
        later: 'page: submit pages of all types',
        partly: [
          'packages/core/src/workflows/citations.test.ts › %s credits authors and asks to cite them',
          'packages/core/src/workflows/citations.test.ts › the sentence names method, authors and reference',
        ],
        note: 'The submit page shows the sentence; no test reads it there yet.',
      },
    ],
  },
  {
    heading: '2. Screens and routes',
    rows: [
      { columns: 'Route | Purpose' },
      {
        text: '/folder/{uuid} | Folder contents.',
        held: [
          'tests/e2e/conformer-search.spec.ts › ibuprofen: pasted, submitted, watched without a reload, and looked through row by row',
        ],
      },
      { text: 'A folder of an unknown type gives a not-found page.', later: 'page: folder' },
      {
        text: '/workflow/{uuid} | Generic workflow view',
        later: 'page: workflow',
        partly: [
          'packages/widgets/src/results/states.test.tsx › an unknown type and data that do not fit get the generic view, which never throws',
        ],
        note: 'The view stands; no test opens it at this address.',
      },
      {
        text: '/new/... | Submit pages',
        later: 'page: submit pages of all types',
        partly: [
          'tests/e2e/conformer-search.spec.ts › ibuprofen: pasted, submitted, watched without a reload, and looked through row by row',
          'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
        ],
        note: 'Two types have one today.',
      },
      {
        text: '{type href}/{uuid} | One item of a type',
        later: 'page: result pages of all types',
        partly: [
          'tests/e2e/conformer-search.spec.ts › ibuprofen: pasted, submitted, watched without a reload, and looked through row by row',
          'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
        ],
        note: 'Two types have one today.',
      },
      {
        text: '/compare{type href}?uuid=...&uuid=... | Several selected items of the same type',
        later: 'page: compare',
        partly: [
          'packages/core/src/workflows/compare.test.ts › tables of several items of one type are merged: no row and no column is lost, each row says whose it is',
        ],
      },
      {
        text: '/compare/generic?type_uuid={type}_{uuid}&... | Mixed types',
        later: 'page: compare',
        partly: [
          'packages/core/src/workflows/compare.test.ts › items of mixed types stand side by side; an energy difference is shown only where it means something',
        ],
      },
      {
        text: '/sub_calculation/{uuid} (also /sub-calculation) | A single calculation',
        later: 'page: single calculation',
        note: 'The page stands at both addresses; no test opens it yet.',
      },
      {
        text: '/public + any of the above | Read-only shared view',
        later: 'page: shared view of folders, comparisons and calculations',
        partly: [
          'tests/e2e/share.spec.ts › the share switch gives a link that works without signing in, read only, and takes it back',
        ],
      },
      {
        text: 'Type hrefs: /conformers, /conformer_search (also /conformer-search), /tautomers, /descriptors, /solubility, /macropka, /pka, /nmr, /msa, /protein-cofolding, /fukui, /irc, /calculation, /orbitals, /pose-analysis-md, /strain, /protein-binder-design, /molecular-dynamics, /scan, /docking, /batch-docking, /bde, /redox-potential, /multistage-opt, /spin-states, /ion-mobility, /hydrogen-bond-basicity, /admet, /double-ended-ts-search.',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'Saved-search list view keeps its filters in the query string: query, public, starred, projectUUID, projectName, type (repeatable), status (repeatable, integer), createdAfter, createdBefore, updatedAfter, updatedBefore, sort, asc (true/false).',
        later: 'page: saved searches',
        partly: [
          'packages/core/src/entities/platform-entities.test.ts › keep their filters in the query string',
          'packages/core/src/entities/platform-entities.test.ts › what cannot be read filters nothing',
          'packages/core/src/entities/platform-entities.test.ts › go round any way',
        ],
      },
      {
        text: 'Folder view: lists items in pages of 20.',
        later: 'page: folder',
        partly: [
          'packages/core/src/entities/platform.test.ts › pages of 20; polls after 10, 15 and 60 s; batches of 5, 25 and 25',
        ],
      },
      {
        text: 'Lists support click, ctrl/cmd-click and shift-click multi-select, shift+arrow range select, select-all, and Escape to clear.',
        later: 'page: folder',
      },
      {
        text: "Leaving a view asks 'Do you want to exit this view?'.",
        later: 'page: folder',
        partly: ['packages/core/src/entities/platform.test.ts › stand as the specification has them'],
      },
      { text: 'Selecting one item opens its page;', later: 'page: folder' },
      { text: 'several of one type open the compare view;', later: 'page: compare' },
      { text: 'mixed types open the generic compare view.', later: 'page: compare' },
      {
        text: 'Items and folders can be moved to another folder.',
        later: 'page: folder',
        partly: [
          'packages/server/src/api/folders.test.ts › folders › moves: all or none, only to what may be changed, never in a circle, also to another project',
          'packages/server/src/api/api.test.ts › folders: pages, filters, moving, and a folder never lands in itself',
          'packages/server/src/api/routes.test.ts › nothing can be moved into a folder of somebody else',
        ],
        note: 'Both calls stand; the dialog does not.',
      },
      {
        text: "Result tabs that every workflow has: an 'info' tab.",
        held: [
          'packages/core/src/workflows/catalogue.test.ts › every structure that it can show comes with tabs, the info tab among them, and works to cite',
        ],
      },
      {
        text: 'Tabs of a single calculation: Optimize (or Optimize (TS)) when tasks include optimize, Overview, charge, spin_density, Dipole (multipole), frequencies, thermochemistry, and IR only if any vibrational mode has an IR intensity.',
        held: [
          'packages/core/src/workflows/basic-calculation.test.ts › tabs of each kind of task: Optimize or Optimize (TS) only where the tasks have an optimization, IR only with an intensity',
          'packages/core/src/workflows/workflows.test.ts › the IR tab is there only with an IR intensity, Optimize only when asked',
          'packages/widgets/src/results/basic-calculation.test.tsx › has the tabs of the specification, IR only where a mode has an intensity',
        ],
      },
      {
        text: 'Tabs of the other types are in the second document.',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'Where the other tabs stand; no requirement of its own.',
      },
      {
        text: 'Tables: sorting,',
        held: [
          'packages/core/src/tables/tables.test.ts › missing values come last in both directions; equal rows keep their order',
          'packages/core/src/tables/columnar.test.ts › agrees with comparing, for any numbers and texts, several columns and either direction',
          'packages/widgets/src/table/table.test.tsx › sorts by its headings, with Shift by several, and tells it by aria-sort',
        ],
      },
      {
        text: 'filters,',
        held: [
          'packages/core/src/tables/tables.test.ts › blank and non-numeric bounds are ignored',
          'packages/core/src/tables/tables.test.ts › a text filter looks for a part in any letter case',
          'packages/core/src/tables/columnar.test.ts › agree with asking every row, several at once',
          'packages/widgets/src/table/rows.test.tsx › keep a numeric range, ignore bounds that are blank or not numbers and say so',
          'packages/widgets/src/table/rows.test.tsx › look for a part of a text, say when nothing is left, and go one by one or all',
        ],
      },
      {
        text: 'CSV download,',
        held: [
          'packages/core/src/tables/tables.test.ts › opens rightly: byte order mark, units in headings, full precision, empty for missing',
          'packages/widgets/src/table/rows.test.tsx › take 100 000 rows at once, and the CSV holds the rows that are left',
        ],
      },
      {
        text: 'keyboard up/down to move the active row;',
        held: ['packages/widgets/src/table/table.test.tsx › moves one active row by the keyboard and says so by event'],
      },
      {
        text: 'numeric range filters ignore blank or non-numeric bounds;',
        held: ['packages/core/src/tables/tables.test.ts › blank and non-numeric bounds are ignored'],
      },
      {
        text: 'default maximum columns 100.',
        held: [
          'packages/core/src/entities/platform.test.ts › messages stay 5000 ms, dropdowns take half the viewport, modals have three sizes, tables 100 columns',
          'packages/widgets/src/table/columns.test.tsx › are 100 at most by default; the chooser raises the number, and the CSV would hold all',
        ],
      },
      {
        text: '3D viewer: menu with Rotate structure,',
        held: [
          'packages/widgets/src/viewer/bar.test.tsx › Rotate structure turns the picture until it is chosen again',
        ],
      },
      {
        text: 'Hide/Show C-H bonds,',
        held: [
          'packages/widgets/src/viewer/viewer.test.tsx › draws fewer pixels without C-H bonds, and the same again with them',
        ],
      },
      {
        text: 'Manage protein view,',
        held: [
          'packages/widgets/src/viewer/protein.test.tsx › every form and colour scheme changes the picture at once, while the dialog is open, and is kept in the state',
          'packages/widgets/src/viewer/protein.test.tsx › hides and colours chains, and draws one in a form of its own',
          'packages/widgets/src/viewer/protein.test.tsx › draws a surface, translucent as asked, while the page goes on answering, without a worker',
          'packages/widgets/src/viewer/protein.test.tsx › shows a ligand in its pocket, and zooms to it; hydrogens by choice',
          'packages/widgets/src/viewer/protein.test.tsx › without a protein the entry is there, disabled, with the reason',
        ],
      },
      {
        text: 'Download PNG, Download WebM video, Download GIF,',
        held: [
          'packages/widgets/src/viewer/recording/downloads.test.tsx › a PNG named after the item, on the colour of the theme, then without a background by choice',
          'packages/widgets/src/viewer/recording/downloads.test.tsx › a video of the ensemble, without a warning',
          'packages/widgets/src/viewer/recording/downloads.test.tsx › a GIF without an ensemble: a warning, rising percent, the menu closed meanwhile, and the view as before',
        ],
      },
      {
        text: 'and a reset button.',
        held: [
          'packages/widgets/src/viewer/bar.test.tsx › the reset button brings the first view back and stops the turning',
        ],
      },
      {
        text: 'For periodic systems a cell menu offers Show/Hide adjacent cells and Show/Hide closest cell.',
        held: [
          'packages/widgets/src/viewer/cells.test.tsx › shows and hides adjacent cells and the closest cell, in these words',
        ],
      },
      {
        text: 'A fullscreen modal and a manage-protein-view modal exist.',
        held: [
          'packages/widgets/src/viewer/fullscreen.test.tsx › covers the window with the same canvas, as a modal dialog with a close button',
          'packages/widgets/src/viewer/protein.test.tsx › by keyboard: opens, chooses, closes with Escape, and the focus comes back; axe in light and dark',
        ],
      },
      {
        text: 'Modals come in small, medium and large sizes and have a close button.',
        held: [
          'packages/core/src/entities/platform.test.ts › messages stay 5000 ms, dropdowns take half the viewport, modals have three sizes, tables 100 columns',
          'packages/widgets/src/ui/ui.test.tsx › dialog: small, medium and large, each with a button that closes it',
        ],
      },
      {
        text: "A preview that cannot be produced shows 'Preview not available'.",
        held: [
          'packages/widgets/src/elements/elements.test.ts › says when a SMILES cannot be drawn, and draws the next one',
        ],
      },
      {
        text: "A browser without WebGL shows 'Your browser does not support WebGL.'.",
        held: [
          'packages/core/src/entities/platform.test.ts › stand as the specification has them',
          'packages/widgets/src/viewer/viewer-no-webgl.test.tsx › says what the browser lacks, in place of the picture',
        ],
      },
    ],
  },
];
