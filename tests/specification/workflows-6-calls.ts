import type { Section } from './rows.ts';

/** Sections 6 to 8 of the workflows document. */
export const calls: readonly Section[] = [
  {
    heading: '6. Roles and permissions',
    rows: [
      {
        text: 'not shown for per-workflow behaviour;',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'The document shows nothing here; no requirement.',
      },
      {
        text: 'items carry a public flag only.',
        held: [
          'packages/core/src/entities/entities.test.ts › of a workflow item',
          'packages/server/src/api/routes.test.ts › an item is public by its own flag or by a folder above it, and says which',
        ],
      },
    ],
  },
  {
    heading: '7. The calls it makes (workflow-specific)',
    rows: [
      {
        text: 'GET /api/workflow/{id}/get_msa_files with query msa_format: returns a zip (not cached).',
        held: [
          'packages/server/src/api/big-results.test.ts › large results › alignments come as a zip, one format at a time',
          'packages/server/src/api/big-results.test.ts › large results › the Python client downloads alignments, which open as a zip',
        ],
      },
      {
        text: 'Failure: see errors.',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'A reference to the section of errors.',
      },
      {
        text: 'GET /api/trajectory/{id}/compressed_stream: headers X-Num-Atoms, X-Dimensions, X-Frame-Size-Bytes, X-Num-Frames describe streamed float64 frames.',
        held: [
          'packages/core/src/entities/platform.test.ts › headers of a trajectory stream',
          'packages/server/src/api/big-results.test.ts › large results › a trajectory streams as float64 to 0.001 Å with its four headers',
        ],
      },
      {
        text: 'POST /api/trajectory/{id}/atom_trajectories with payload replicate, start_frame, num_frames.',
        held: [
          'packages/server/src/api/big-results.test.ts › large results › frames by POST are the same stream; pairs of atoms give their distances',
        ],
      },
      {
        text: 'GET /api/orbitals/{uuid}/compressed_json (not cached).',
        held: [
          'packages/server/src/api/big-results.test.ts › large results › the orbitals of an item are its data and what lies in its file, as one object',
        ],
      },
      {
        text: 'Other calls are in the other document.',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'A reference to the other document.',
      },
      {
        text: 'Response shapes: not shown.',
        held: [
          'packages/server/src/api/openapi.test.ts › the description of the API › it says what the routes and schemas say',
          'packages/server/src/api/conformance.test.ts › the running server › answers every call as its description says: schemathesis walks them all',
        ],
        note: 'Ours, written down: OpenAPI.',
      },
    ],
  },
  {
    heading: '8. Error catalogue',
    rows: [
      {
        text: 'See the exact texts in the validation rules.',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'A reference to the validation rules.',
      },
      {
        text: 'Additionally:',
        held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
        note: 'A connecting word.',
      },
      {
        text: "MSA download failure: thrown 'Download failed (status)';",
        later: 'page: MSA',
        partly: ['packages/core/src/entities/platform.test.ts › stand as the specification has them'],
      },
      {
        text: "user alert 'Failed to download MSA files.'",
        later: 'page: MSA',
        partly: ['packages/core/src/entities/platform.test.ts › stand as the specification has them'],
      },
      {
        text: 'Trajectory frame count differing from the header: console warning.',
        held: [
          'packages/core/src/trajectory/player.test.ts › a frame count that differs from the header is warned of in the console, and what came is played',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › warns in the console when the frame count differs from the header, and plays what came',
        ],
      },
      {
        text: 'Chemistry toolkit load failure: retry after 1 s.',
        held: [
          'packages/widgets/src/microstates/microstates.test.tsx › asks for a toolkit that did not come once more after a second; until then there are cards without charge',
          'packages/core/src/entities/platform.test.ts › the pH slider, the heights of the microstate view, the second try for the toolkit',
        ],
      },
      {
        text: 'Molecule parse failure: charge unknown.',
        held: [
          'packages/widgets/src/microstates/microstates.test.tsx › charge is unknown where a structure cannot be read; the rest of the screen stays',
        ],
      },
      {
        text: "Pre-submit warnings: 'Lyrebird Results May Be Low-Quality' (research preview, verify output);",
        held: [
          'packages/core/src/workflows/conformer-search.test.ts › Lyrebird warns by its exact title: a research preview, to be verified',
          'packages/core/src/workflows/strain.test.ts › notices: Lyrebird by its exact title, a pose that is not held',
          'packages/core/src/workflows/docking.test.ts › a large box and a missing conformer search are told before',
        ],
      },
      {
        text: "'IRC Calculations Have a High Failure Rate' (needs a transition state, may take long, contact support);",
        held: [
          'packages/core/src/workflows/irc.test.ts › the warning before submit has its exact title',
          'packages/core/src/entities/platform.test.ts › the support contact is a setting',
        ],
      },
      {
        text: "'Pose-Analysis MD Has Variable Effectiveness' (not a replacement for free-energy perturbation);",
        held: [
          'packages/core/src/workflows/pose-analysis-md.test.ts › the warning of the specification comes before each submission',
        ],
      },
      {
        text: "'Double-Ended TS Searches Have a High Failure Rate' (contact support);",
        held: [
          'packages/core/src/workflows/double-ended-ts-search.test.ts › the warning before submit has its exact title',
          'packages/core/src/entities/platform.test.ts › the support contact is a setting',
        ],
      },
      {
        text: "'Global Models of ADME-Tox Are Not Substitutes for Experimental Measurements'.",
        held: [
          'packages/core/src/workflows/admet.test.ts › the warning is the specification’s; our own method says what it is',
        ],
      },
      {
        text: 'Failed pKa atom symbol lookup and SMILES conversion only log.',
        later: 'page: microscopic pKa',
        partly: [
          'packages/core/src/workflows/pka.test.ts › sites of Chemprop: SMILES for structures, its own uncertainty, no calibration',
        ],
      },
      {
        text: 'Recording without an ensemble logs a warning.',
        held: [
          'packages/widgets/src/viewer/recording/downloads.test.tsx › a GIF without an ensemble: a warning, rising percent, the menu closed meanwhile, and the view as before',
          'packages/widgets/src/viewer/recording/recording.test.ts › passes over members of other atoms; without two that fit it warns and shows a turn',
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
];
