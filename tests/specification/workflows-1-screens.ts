import type { Section } from './rows.ts';

/** Sections 1 and 2 of the workflows document: what it is for, and paths. */
export const screens: readonly Section[] = [
  {
    heading: 'Specification: computational chemistry workflow platform (per-workflow definitions)',
    rows: [
      {
        text: 'The product is a web platform on which researchers submit molecular workflows',
        held: [
          'tests/e2e/conformer-search.spec.ts › ibuprofen: pasted, submitted, watched without a reload, and looked through row by row',
          'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
        ],
      },
      {
        text: '(on molecules,',
        held: [
          'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
        ],
      },
      { text: 'proteins and complexes)', later: 'page: submission of proteins and complexes' },
      {
        text: 'and view results in 2D and 3D.',
        held: [
          'packages/widgets/src/elements/elements.test.ts › <cuvette-workflow src> shows a bundle: structure, table and tabs, and says cuvette-load',
          'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
        ],
      },
      {
        text: 'This document covers the per-workflow-type definitions: fields, defaults, modes, validation, result tabs and reference tables.',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'What the document covers; no requirement of its own.',
      },
      {
        text: 'Platform-level matters (shared entities, polling, project and folder calls) are in the other document.',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'What the document covers; no requirement of its own.',
      },
    ],
  },
  {
    heading: '1. What the product does and for whom',
    rows: [
      {
        text: 'Each workflow type takes input molecules or proteins, settings and a mode, and produces results shown in tabs next to a 3D viewer.',
        later: 'page: result pages of all types; recipe: every type whose engine can run',
        partly: [
          'tests/e2e/conformer-search.spec.ts › ibuprofen: pasted, submitted, watched without a reload, and looked through row by row',
          'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
          'packages/widgets/src/elements/elements.test.ts › <cuvette-workflow src> shows a bundle: structure, table and tabs, and says cuvette-load',
        ],
        note: 'Two types stand.',
      },
      {
        text: 'Users are scientists.',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'For whom; no requirement of its own.',
      },
      {
        text: 'Workflow types covered here: conformer search, conformers, tautomers, descriptors, Fukui, macroscopic pKa, microscopic pKa, solubility, NMR (private beta), protein-ligand co-folding, MSA, redox potential, strain, IRC, basic calculation, pose-analysis MD, BDE, orbitals and electronic properties, molecular dynamics, scan, spin states, hydrogen-bond basicity, ion mobility, docking, batch docking, multistage optimization, double-ended transition-state search, ADMET, protein binder design, microstate display.',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'Attribution and citation notes are shown per compute engine (AIMNet2, MACE, OMat24, fairchem, Orb, Psi4, PySCF, xTB, TeraChem, OpenMM, Mordred, Starling, Boltz, Chai).',
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
        text: 'Some workflow descriptions attribute methods to outside authors and ask users to cite them.',
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
      {
        text: 'Base paths per type;',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'a single item opens at {path}/{uuid}.',
        later: 'page: result pages of all types',
        partly: [
          'tests/e2e/conformer-search.spec.ts › ibuprofen: pasted, submitted, watched without a reload, and looked through row by row',
          'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
        ],
      },
      { columns: 'Type | Path' },
      {
        text: 'conformers | /conformers',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'conformer search | /conformer_search and /conformer-search',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'descriptors | /descriptors',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'solubility | /solubility',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'macroscopic pKa | /macropka',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'microscopic pKa | /pka',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'NMR | /nmr',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'MSA | /msa',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'co-folding | /protein-cofolding',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'Fukui | /fukui',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'IRC | /irc',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'basic calculation | /calculation',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'single sub-calculation | /sub_calculation/{uuid} and /sub-calculation',
        later: 'page: single calculation',
        note: 'The page stands at both addresses; no test opens it yet.',
      },
      {
        text: 'orbitals | /orbitals',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'pose-analysis MD | /pose-analysis-md',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'strain | /strain',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'protein binder design | /protein-binder-design',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'molecular dynamics | /molecular-dynamics',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'scan | /scan',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'docking | /docking',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'batch docking | /batch-docking',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'BDE | /bde',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'redox potential | /redox-potential',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'multistage optimization | /multistage-opt',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'spin states | /spin-states',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'ion mobility | /ion-mobility',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'hydrogen-bond basicity | /hydrogen-bond-basicity',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'ADMET (ADME-Tox Prediction) | /admet',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'double-ended TS search | /double-ended-ts-search',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'tautomers (Tautomer Search) | /tautomers',
        held: ['packages/core/src/workflows/catalogue.test.ts › has the 29 types of the specification at their routes'],
      },
      {
        text: 'Several items of one type compare at /compare{path}?uuid=...&uuid=...;',
        later: 'page: compare',
        partly: [
          'packages/core/src/workflows/compare.test.ts › tables of several items of one type are merged: no row and no column is lost, each row says whose it is',
        ],
      },
      {
        text: 'mixed types at /compare/generic?type_uuid={type}_{uuid}&....',
        later: 'page: compare',
        partly: [
          'packages/core/src/workflows/compare.test.ts › items of mixed types stand side by side; an energy difference is shown only where it means something',
        ],
      },
      {
        text: 'The public view prefixes all with /public.',
        later: 'page: shared view of folders, comparisons and calculations',
        partly: [
          'tests/e2e/share.spec.ts › the share switch gives a link that works without signing in, read only, and takes it back',
        ],
      },
      {
        text: 'Scan has a special compare view.',
        later: 'page: compare of scans',
        partly: [
          'packages/core/src/workflows/scan.test.ts › curves stand by coordinate, each above its own minimum, with ΔE where the calculations compare',
          'packages/core/src/workflows/scan.test.ts › another engine version, or settings that were not read, leave ΔE blank with the reason',
          'packages/core/src/workflows/scan.test.ts › scans of different kinds of coordinate stand in tables of their own',
        ],
      },
    ],
  },
];
