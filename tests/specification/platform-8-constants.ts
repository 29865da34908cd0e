import type { Section } from './rows.ts';

/** Sections 8 and 9 of the platform document. */
export const constants: readonly Section[] = [
  {
    heading: '8. Error catalogue',
    rows: [
      { columns: 'Situation | Behaviour' },
      {
        text: "Molecule read fails | error flag set, logs 'Couldn't read workflow's molecules.'",
        held: [
          'packages/core/src/client/read-state.test.ts › what could not be read sets a flag and is logged in the words of the specification',
          'packages/widgets/src/results/conformer-search.test.tsx › logs a conformer whose identifier is no UUID, and molecules that could not be read',
        ],
      },
      {
        text: "Protein read fails | error flag set, logs 'Couldn't read workflow's protein.'",
        held: [
          'packages/widgets/src/results/protein-items.test.tsx › a docked pose lies in its protein; where that cannot be read, it is shown alone and the reason is logged',
          'packages/core/src/client/read-state.test.ts › what could not be read sets a flag and is logged in the words of the specification',
        ],
      },
      { text: 'Unknown folder type | not-found page', later: 'page: folder' },
      {
        text: 'Item fails to construct | generic workflow shown',
        held: [
          'packages/widgets/src/results/states.test.tsx › an unknown type and data that do not fit get the generic view, which never throws',
        ],
      },
      {
        text: 'Aborted requests | ignored',
        held: ['packages/core/src/client/client.test.ts › an aborted request is no error'],
      },
      {
        text: 'Conversion failure | returns false; single-item batches retry per item',
        held: [
          'packages/core/src/client/conversions.test.ts › a batch that fails is tried again item by item; only what fails alone is false',
          'packages/core/src/client/conversions.test.ts › SMILES go in batches of 5, answers come in the order of the question, and what cannot be converted is false',
        ],
        note: 'A server out of reach, or one that refuses the person, is no conversion failure: that is thrown.',
      },
      {
        text: "MSA download not ok | 'Download failed (status)' thrown; user alert 'Failed to download MSA files.'",
        later: 'page: MSA',
        partly: ['packages/core/src/entities/platform.test.ts › stand as the specification has them'],
      },
      {
        text: "Copy failure | alert 'Copy operation failed. This is likely because you're using Safari...' recommending another browser, with the text shown",
        later: 'page: copy alert',
        partly: [
          'packages/core/src/entities/platform.test.ts › the copy alert names other browsers and shows the text',
        ],
        note: "The portal's copy field says the text; the alert with the text to copy is owed.",
      },
      {
        text: 'Impossible electron/charge/multiplicity | message in section 5',
        held: [
          'packages/core/src/chemistry/chemistry.test.ts › water with charge %i and multiplicity %i',
          'tests/e2e/refusals.spec.ts › refuses an impossible charge and multiplicity with the exact text, and takes a possible one',
        ],
      },
      {
        text: "Trajectory structure fails | 'Structure/trajectory failed to load'",
        held: [
          'packages/core/src/entities/platform.test.ts › stand as the specification has them',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › says that structure or trajectory failed to load, why, and tries again on demand',
        ],
      },
      {
        text: 'Recording without an ensemble | warning logged',
        held: [
          'packages/widgets/src/viewer/recording/downloads.test.tsx › a GIF without an ensemble: a warning, rising percent, the menu closed meanwhile, and the view as before',
          'packages/widgets/src/viewer/recording/recording.test.ts › passes over members of other atoms; without two that fit it warns and shows a turn',
        ],
      },
      {
        text: 'pKa atom symbol lookup / SMILES conversion failure | only logged',
        later: 'page: microscopic pKa',
        partly: [
          'packages/core/src/workflows/pka.test.ts › sites of Chemprop: SMILES for structures, its own uncertainty, no calibration',
        ],
      },
      {
        text: "Empty tables | 'No hydrogen-bond-acceptor sites detected in this molecule.' and donor equivalent;",
        held: ['packages/core/src/workflows/hydrogen-bond-basicity.test.ts › empty tables have the exact texts'],
      },
      {
        text: "'No matches' in dropdown search",
        held: [
          'packages/core/src/entities/platform.test.ts › stand as the specification has them',
          "packages/widgets/src/ui/combobox.test.tsx › says 'No matches' where nothing is found, and then takes nothing",
          'tests/e2e/projects.spec.ts › with many projects one is found by typing, also beyond those that a list holds, and the list says when there is none',
        ],
      },
      {
        text: 'Server error codes: not shown.',
        held: [
          'packages/core/src/client/client.test.ts › a refusal carries the server words and the field, and is not tried again',
          'packages/server/src/api/api.test.ts › refuses %s',
        ],
        note: 'Ours: JSON with detail and field, statuses as in HTTP.',
      },
    ],
  },
  {
    heading: '9. Business constants and limits',
    rows: [
      {
        text: 'Page size 20.',
        held: [
          'packages/core/src/entities/platform.test.ts › pages of 20; polls after 10, 15 and 60 s; batches of 5, 25 and 25',
          'packages/core/src/client/client.test.ts › folders are polled every 15 s, and nothing is polled while the tab is hidden',
        ],
      },
      {
        text: 'Polling 10 s, 60 s, folder 15 s.',
        held: [
          'packages/core/src/entities/platform.test.ts › pages of 20; polls after 10, 15 and 60 s; batches of 5, 25 and 25',
          'packages/core/src/client/client.test.ts › polling: 10 s while unfinished, 60 s for two finished types, else never',
        ],
      },
      {
        text: 'Batches: smiles_to_mols 5, mols_to_smiles 25,',
        held: [
          'packages/core/src/entities/platform.test.ts › pages of 20; polls after 10, 15 and 60 s; batches of 5, 25 and 25',
        ],
      },
      {
        text: 'read_molecules 25.',
        held: [
          'packages/core/src/entities/platform.test.ts › pages of 20; polls after 10, 15 and 60 s; batches of 5, 25 and 25',
          'packages/core/src/client/client.test.ts › 30 molecule reads of one task are two calls of 25 and 5, without doubles',
        ],
      },
      {
        text: 'Modes overall: auto, reckless, rapid, careful, meticulous, debug, manual.',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
      {
        text: 'Optimization convergence (energy change / max gradient / RMS gradient): Reckless 0.00002/0.007/0.006;',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
      {
        text: 'Rapid 0.00005/0.005/0.0035;',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
      {
        text: 'Careful 0.000001/0.0009/0.0006;',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
      {
        text: 'Meticulous 0.000001/0.00003/0.00002;',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
      {
        text: 'Debug 0.000001/0.000004/0.000002.',
        held: [
          'packages/core/src/entities/entities.test.ts › the seven modes; each brings its convergence numbers (Hartree, Hartree/Å), manual keeps its own',
        ],
      },
      {
        text: 'Media export: PNG 3840x2160;',
        held: [
          'packages/core/src/entities/platform.test.ts › media export, lasso and playback',
          'packages/widgets/src/viewer/recording/recording.test.ts › a PNG has 3840 × 2160 pixels, on the theme or on nothing, and nothing moves on the screen',
        ],
      },
      {
        text: 'GIF 360x360, 250 ms delay, up to 30 frames per loop;',
        held: [
          'packages/core/src/entities/platform.test.ts › media export, lasso and playback',
          'packages/widgets/src/viewer/recording/recording.test.ts › a GIF of a full turn has 30 pictures of 360 × 360 pixels, 250 ms each, for ever',
          'packages/widgets/src/viewer/recording/recording.test.ts › all members up to the most that the format takes, else so many at even distances',
        ],
      },
      {
        text: 'WebM video vp9 at 5 Mbit/s, 30 fps, up to 150 frames;',
        held: [
          'packages/core/src/entities/platform.test.ts › media export, lasso and playback',
          'packages/widgets/src/viewer/recording/recording.test.ts › a WebM video of a full turn has exactly 150 VP9 pictures in exactly 5 s, each another',
          'packages/widgets/src/viewer/recording/recording.test.ts › all members up to the most that the format takes, else so many at even distances',
        ],
      },
      {
        text: 'lasso drag threshold 10 px.',
        held: [
          'packages/core/src/entities/platform.test.ts › media export, lasso and playback',
          'packages/widgets/src/viewer/selection.test.tsx › draws from 10 pixels on; less is a click on the atom under the pointer',
        ],
      },
      {
        text: 'Credits charged shown with 2 decimals, runtime limit with 0.',
        held: [
          'packages/widgets/src/results/tabs/info.test.tsx › shows credits only where billing is on: charged with 2 decimals, the limit with none',
          'packages/core/src/entities/platform.test.ts › billing fields are shown only when billing is on: credits with 2 decimals, the limit with none',
        ],
      },
      {
        text: 'Message timeout 5000 ms.',
        held: [
          'tests/e2e/projects.spec.ts › a project is made, renamed, switched to, and deleted, which is said for five seconds',
          'packages/core/src/entities/platform.test.ts › messages stay 5000 ms, dropdowns take half the viewport, modals have three sizes, tables 100 columns',
        ],
      },
      {
        text: 'Dropdown list max height 50% of viewport.',
        held: [
          'packages/core/src/entities/platform.test.ts › messages stay 5000 ms, dropdowns take half the viewport, modals have three sizes, tables 100 columns',
          'packages/widgets/src/ui/combobox.test.tsx › is at most half as high as the window, whatever cuts off the box around it, and opens upwards where there is more room',
          'tests/e2e/projects.spec.ts › with many projects one is found by typing, also beyond those that a list holds, and the list says when there is none',
        ],
      },
      {
        text: 'Table max columns 100.',
        held: [
          'packages/core/src/entities/platform.test.ts › messages stay 5000 ms, dropdowns take half the viewport, modals have three sizes, tables 100 columns',
          'packages/widgets/src/table/columns.test.tsx › are 100 at most by default; the chooser raises the number, and the CSV would hold all',
        ],
      },
      {
        text: 'Adjacent cells shown only when under 100 atoms.',
        held: [
          'packages/core/src/entities/platform.test.ts › adjacent cells are for fewer than 100 atoms',
          'packages/widgets/src/viewer/cells.test.tsx › says from 100 atoms on why adjacent cells are not shown',
        ],
      },
      {
        text: 'Playback 24 frames per second.',
        held: [
          'packages/core/src/entities/platform.test.ts › media export, lasso and playback',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › keeps the pace of 24 frames per second by the wall clock, from the range’s start to its end',
        ],
      },
      {
        text: 'Billing amounts and rules: not shown.',
        held: [
          'packages/core/src/entities/platform.test.ts › billing fields are shown only when billing is on: credits with 2 decimals, the limit with none',
          'packages/core/src/entities/platform.test.ts › without a word all is off',
        ],
        note: 'Ours: nothing is charged; only what is shown is specified.',
      },
    ],
  },
];
