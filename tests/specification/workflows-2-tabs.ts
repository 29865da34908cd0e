import type { Section } from './rows.ts';

/** Section 2 of the workflows document: result tabs and special screens. */
export const tabs: readonly Section[] = [
  {
    heading: 'Result tabs per type',
    rows: [
      {
        text: 'Conformer search: Conformer Search, info.',
        held: [
          'packages/widgets/src/results/conformer-search.test.tsx › shows energies and weights of a stored result, with what ran and the temperature beside the weights',
        ],
      },
      {
        text: 'Tautomers: Tautomer Search, info.',
        held: [
          'packages/core/src/workflows/tautomers.test.ts › tabs and structures: the first structure of each tautomer',
        ],
      },
      {
        text: 'Descriptors: descriptors, charge, Fukui Positive, Fukui Zero, Fukui Negative, info.',
        held: ['packages/core/src/workflows/descriptors.test.ts › tabs and structures'],
      },
      {
        text: 'Fukui: the three Fukui tabs, info.',
        held: ['packages/core/src/workflows/fukui.test.ts › tabs in the order of the specification'],
      },
      {
        text: 'Macroscopic pKa: Macroscopic pKa, logD, BBB (only if solvation energy computed), aqueous_solubility (only if computed), info.',
        held: [
          'packages/core/src/workflows/macropka.test.ts › tabs by what was computed',
          'packages/widgets/src/results/macropka.test.tsx › has the tabs of what was computed',
        ],
        note: 'The BBB tab also opens where our own BBB score stands in the place of the probability.',
      },
      {
        text: 'Microscopic pKa: pKa Prediction, info.',
        held: ['packages/core/src/workflows/pka.test.ts › tab, structures and table of the sites'],
      },
      {
        text: 'Co-folding: Co-Folding Scores, sequences, info.',
        held: [
          'packages/core/src/workflows/protein-cofolding.test.ts › scores are rated, the affinity is read as log10 of µmol/L, and structures and tabs stand in their order',
        ],
      },
      {
        text: 'MSA: sequences, info.',
        held: [
          'packages/core/src/workflows/msa.test.ts › the tabs are sequences and info, and the sequences stand in the table',
        ],
      },
      {
        text: 'IRC: IRC, info.',
        held: [
          'packages/core/src/workflows/irc.test.ts › structures run from the far backward end over the transition state to the far forward end',
        ],
      },
      { text: 'Strain: strain, info.', held: ['packages/core/src/workflows/strain.test.ts › tabs and structures'] },
      {
        text: 'Redox: Redox Potential Prediction, info.',
        held: [
          'packages/core/src/workflows/redox-potential.test.ts › tab, structures by the names of the specification, calculations',
        ],
      },
      {
        text: 'Pose-analysis MD: Ligand RMSD, Conserved Contacts, Atom Distances, info;',
        held: ['packages/core/src/workflows/pose-analysis-md.test.ts › large tabs in the order of the specification'],
      },
      {
        text: 'uses a trajectory viewer with large tabs.',
        held: [
          'packages/core/src/workflows/pose-analysis-md.test.ts › large tabs in the order of the specification',
          'packages/widgets/src/results/pose-analysis-md.test.tsx › has a trajectory viewer above large tabs in the order of the specification',
        ],
      },
      {
        text: 'Basic calculation: Optimize or Optimize (TS) (when tasks include optimize), Overview, charge, spin_density, Dipole, frequencies, thermochemistry, IR (only when any vibrational mode has an IR intensity).',
        held: [
          'packages/core/src/workflows/basic-calculation.test.ts › tabs of each kind of task: Optimize or Optimize (TS) only where the tasks have an optimization, IR only with an intensity',
          'packages/core/src/workflows/workflows.test.ts › the IR tab is there only with an IR intensity, Optimize only when asked',
          'packages/widgets/src/results/basic-calculation.test.tsx › has the tabs of the specification, IR only where a mode has an intensity',
        ],
      },
      {
        text: 'Ion mobility: ion_mobility, info.',
        held: ['packages/core/src/workflows/ion-mobility.test.ts › tabs and structures'],
      },
      {
        text: 'Hydrogen-bond basicity: Hydrogen-Bond Acceptors, Hydrogen-Bond Donors, info.',
        held: ['packages/core/src/workflows/hydrogen-bond-basicity.test.ts › tabs and structure'],
      },
      {
        text: 'Spin states: spin_states, info.',
        held: ['packages/core/src/workflows/spin-states.test.ts › tabs, structures and calculations'],
      },
      {
        text: 'Scan: scan, info (large tabs).',
        held: [
          'packages/core/src/workflows/scan.test.ts › tabs, structures and points; a failed point keeps its number',
        ],
      },
      {
        text: 'MD: MD Frames, info.',
        held: [
          'packages/core/src/workflows/molecular-dynamics.test.ts › tabs, structures and the frames by time',
          'packages/widgets/src/results/molecular-dynamics.test.tsx › has its frames in the trajectory player, a plot by time and a table, all at one frame',
        ],
      },
      {
        text: 'Protein binder design: protein_binder_designs, info, sequences.',
        held: ['packages/core/src/workflows/protein-binder-design.test.ts › tabs, structures and the table of designs'],
      },
      {
        text: 'Docking: docking, info.',
        held: ['packages/core/src/workflows/docking.test.ts › tabs, and the poses in stored order'],
      },
      {
        text: 'Batch docking: batch_docking, info.',
        held: [
          'packages/core/src/workflows/batch-docking.test.ts › tabs, and the compounds as structures in the order of the list',
        ],
      },
      {
        text: 'ADMET: physicochemical, absorption, metabolism, distribution, excretion, toxicity, info;',
        held: ['packages/core/src/workflows/admet.test.ts › tabs in the specification’s order, whatever was computed'],
      },
      {
        text: 'each property tab carries a good/okay/bad rating.',
        later: 'page: ADMET',
        partly: [
          'packages/core/src/workflows/admet.test.ts › every property of a full prediction stands in its tab once, with unit, decimals and rating',
          'packages/core/src/tables/ratings.test.ts › are the 49 of the model, in its categories, with its ranges',
          'packages/core/src/tables/ratings.test.ts › buckets of the specification, at the limits',
        ],
      },
      {
        text: 'BDE: bde, info.',
        held: [
          'packages/core/src/workflows/bde.test.ts › tabs, structures of the molecule and of both fragments, calculations',
        ],
      },
      {
        text: 'NMR: 1H NMR, 13C NMR, conformers, chemical_shifts, symmetry-equivalent nuclei, info.',
        held: ['packages/core/src/workflows/nmr.test.ts › tabs in order, structures'],
      },
      {
        text: 'Solubility: solubility, info.',
        held: [
          'packages/core/src/workflows/solubility.test.ts › solvents by temperatures, in the order that was asked',
        ],
      },
      {
        text: 'Electronic properties: orbitals, isosurfaces, charge, bond_orders, multipole, info.',
        held: ['packages/core/src/workflows/electronic-properties.test.ts › tabs and the structure'],
      },
      {
        text: 'Multistage optimization: multistage_opt, info, charge, multipole (shown as Dipole), frequencies, thermochemistry, ir (only if vibrational modes have IR intensity).',
        held: [
          'packages/core/src/workflows/multistage-opt.test.ts › tabs in the order of the specification; ir only with an intensity',
        ],
      },
      {
        text: 'Double-ended TS search: double_ended_ts_search, info.',
        held: [
          'packages/core/src/workflows/double-ended-ts-search.test.ts › steps of both sides stand by string distance, then the optimized transition state',
        ],
      },
    ],
  },
  {
    heading: 'Special screens',
    rows: [
      {
        text: 'BDE panel: lists bonds;',
        later: 'page: BDE',
        partly: [
          'packages/core/src/workflows/bde.test.ts › energies in kcal/mol beside the Hartree; a failed bond says so',
        ],
      },
      { text: 'each row has View and View all buttons;', later: 'page: BDE' },
      {
        text: 'links View Fragment 1, View Fragment 2, View Underlying Calculation (sub-calculation pages).',
        later: 'page: BDE',
        partly: [
          'packages/core/src/workflows/bde.test.ts › the links of a row lead to the last calculations of both fragments and of the molecule',
        ],
      },
      {
        text: "Finished with no entries: 'No BDEs found for this structure.'",
        held: ['packages/core/src/workflows/bde.test.ts › without entries: the exact text once completed'],
        note: 'Once completed; where the item failed or was stopped, its table says so instead.',
      },
      {
        text: "A null energy shows the label 'Failed'.",
        held: [
          'packages/core/src/workflows/bde.test.ts › energies in kcal/mol beside the Hartree; a failed bond says so',
        ],
      },
      {
        text: 'MSA screen: a format selector, a Download MSA button (enabled when status is 2) and a status sentence.',
        later: 'page: MSA',
        partly: [
          'packages/core/src/workflows/msa.test.ts › letters outside the protein alphabet, no sequence and no format are refused in words',
        ],
      },
      {
        text: 'Microstate screen: pH slider and one card per microstate with name, percentage weight at the selected pH, structure drawing, and charge when the chemistry toolkit is loaded.',
        held: [
          'packages/widgets/src/microstates/microstates.test.tsx › has the slider of the specification and a card per microstate: name, weight at that pH, drawing, charge',
          'packages/core/src/tables/microstate-weights.test.ts › are those of the grid at its points, linear between them, and the nearest outside',
          'packages/core/src/workflows/macropka.test.ts › structures are the microstates, numbered',
        ],
      },
      {
        text: "A link 'View on Cuvette' appears when embedded in a frame (the product's name is replaced here by: the product).",
        held: [
          'packages/widgets/src/microstates/microstates.test.tsx › in a frame it fills the window and has the link',
          "packages/widgets/src/results/states.test.tsx › links to its own page only where it stands in somebody else's, and not when asked not to",
          'packages/core/src/entities/platform.test.ts › stand as the specification has them',
        ],
      },
      {
        text: "Loading text 'Loading ...'.",
        held: [
          'packages/widgets/src/microstates/microstates.test.tsx › says Loading ... until the item is there',
          'packages/core/src/entities/platform.test.ts › stand as the specification has them',
        ],
      },
      {
        text: 'Frame height 50vh when vertical, full screen when framed, else 65vh.',
        held: [
          'packages/widgets/src/microstates/microstates.test.tsx › is half the window high when vertical, 65 % else, and as high as the page says',
          'packages/widgets/src/microstates/microstates.test.tsx › in a frame it fills the window and has the link',
          'packages/core/src/entities/platform.test.ts › the pH slider, the heights of the microstate view, the second try for the toolkit',
        ],
      },
      {
        text: 'Trajectory viewer: trajectory picker, frame-range slider with a Load button, play/pause with a frame slider, a link to the product when embedded.',
        held: [
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › has a trajectory picker, a frame range with a Load button, play and pause with a frame slider',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › moves both ends of the range by keyboard, 50 to 1000 frames apart',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › links to the item’s own page where it is embedded, unless told not to',
        ],
      },
      {
        text: "Messages: no-WebGL ('Your browser does not support WebGL.'), loading, loaded, and 'Structure/trajectory failed to load'.",
        held: [
          'packages/core/src/entities/platform.test.ts › stand as the specification has them',
          'packages/widgets/src/trajectory/trajectory-no-webgl.test.ts › says what the browser lacks, and still loads',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › shows the first frame before the stream ends, with the controls disabled meanwhile',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › loads the range in a worker, and shows every frame of it by the slider',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › says that structure or trajectory failed to load, why, and tries again on demand',
        ],
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
        text: 'up/down keys move the active row;',
        held: ['packages/widgets/src/table/table.test.tsx › moves one active row by the keyboard and says so by event'],
      },
      {
        text: 'a numeric range filter ignores blank or non-numeric bounds.',
        held: ['packages/core/src/tables/tables.test.ts › blank and non-numeric bounds are ignored'],
      },
      {
        text: 'Default max columns 100.',
        held: [
          'packages/core/src/entities/platform.test.ts › messages stay 5000 ms, dropdowns take half the viewport, modals have three sizes, tables 100 columns',
          'packages/widgets/src/table/columns.test.tsx › are 100 at most by default; the chooser raises the number, and the CSV would hold all',
        ],
      },
    ],
  },
];
