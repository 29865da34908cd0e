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
        later: 'issue 3: packages/core/src/workflows/catalogue.test.ts',
        partly: [
          'packages/core/src/workflows/workflows.test.ts › entries and definitions say the same, and aliases lead to the same type',
        ],
        note: 'Two of the types stand today.',
      },
      {
        text: 'Attribution and citation notes are shown per compute engine (AIMNet2, MACE, OMat24, fairchem, Orb, Psi4, PySCF, xTB, TeraChem, OpenMM, Mordred, Starling, Boltz, Chai).',
        later: 'issue 3: packages/core/src/workflows/citations.test.ts',
      },
      {
        text: 'Some workflow descriptions attribute methods to outside authors and ask users to cite them.',
        later: 'issue 3: packages/core/src/workflows/citations.test.ts',
      },
    ],
  },
  {
    heading: '2. Screens and routes',
    rows: [
      {
        text: 'Base paths per type;',
        later: 'issue 3: packages/core/src/workflows/catalogue.test.ts',
        partly: [
          'packages/core/src/workflows/workflows.test.ts › entries and definitions say the same, and aliases lead to the same type',
        ],
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
      { text: 'conformers | /conformers', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      {
        text: 'conformer search | /conformer_search and /conformer-search',
        held: [
          'packages/core/src/workflows/workflows.test.ts › entries and definitions say the same, and aliases lead to the same type',
        ],
      },
      { text: 'descriptors | /descriptors', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'solubility | /solubility', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'macroscopic pKa | /macropka', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'microscopic pKa | /pka', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'NMR | /nmr', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'MSA | /msa', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'co-folding | /protein-cofolding', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'Fukui | /fukui', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'IRC | /irc', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'basic calculation | /calculation', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      {
        text: 'single sub-calculation | /sub_calculation/{uuid} and /sub-calculation',
        later: 'page: single calculation',
        note: 'The page stands at both addresses; no test opens it yet.',
      },
      { text: 'orbitals | /orbitals', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'pose-analysis MD | /pose-analysis-md', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'strain | /strain', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      {
        text: 'protein binder design | /protein-binder-design',
        later: 'issue 3: packages/core/src/workflows/catalogue.test.ts',
      },
      {
        text: 'molecular dynamics | /molecular-dynamics',
        later: 'issue 3: packages/core/src/workflows/catalogue.test.ts',
      },
      { text: 'scan | /scan', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'docking | /docking', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'batch docking | /batch-docking', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'BDE | /bde', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'redox potential | /redox-potential', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      {
        text: 'multistage optimization | /multistage-opt',
        later: 'issue 3: packages/core/src/workflows/catalogue.test.ts',
      },
      { text: 'spin states | /spin-states', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      { text: 'ion mobility | /ion-mobility', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      {
        text: 'hydrogen-bond basicity | /hydrogen-bond-basicity',
        later: 'issue 3: packages/core/src/workflows/catalogue.test.ts',
      },
      { text: 'ADMET (ADME-Tox Prediction) | /admet', later: 'issue 3: packages/core/src/workflows/catalogue.test.ts' },
      {
        text: 'double-ended TS search | /double-ended-ts-search',
        later: 'issue 3: packages/core/src/workflows/catalogue.test.ts',
      },
      {
        text: 'tautomers (Tautomer Search) | /tautomers',
        later: 'issue 3: packages/core/src/workflows/catalogue.test.ts',
      },
      { text: 'Several items of one type compare at /compare{path}?uuid=...&uuid=...;', later: 'page: compare' },
      { text: 'mixed types at /compare/generic?type_uuid={type}_{uuid}&....', later: 'page: compare' },
      {
        text: 'The public view prefixes all with /public.',
        later: 'page: shared view of folders, comparisons and calculations',
        partly: [
          'tests/e2e/share.spec.ts › the share switch gives a link that works without signing in, read only, and takes it back',
        ],
      },
      {
        text: 'Scan has a special compare view.',
        later: 'page: compare of scans; issue 3: packages/core/src/workflows/scan.test.ts',
      },
    ],
  },
];
