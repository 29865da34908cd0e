import type { Section } from './rows.ts';

/** Section 4 of the workflows document. */
export const states: readonly Section[] = [
  {
    heading: '4. States and transitions',
    rows: [
      {
        text: 'Status codes: 0 queued, 1 running, 2 completed, 3 failed, 4 stopped, 5 awaiting queue (shown as queued), 6 draft.',
        held: [
          'packages/core/src/entities/entities.test.ts › codes 0 to 6 with their names and phrases; awaiting queue is shown as queued',
        ],
      },
      {
        text: 'Transition rules are not shown.',
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
        text: 'Docking, after load: the pose with the lowest score among poses with strain at most 8 becomes active',
        held: [
          'packages/core/src/tables/derived-values.test.ts › the lowest score among poses with strain up to 8 is active, else the lowest, else none',
        ],
      },
      {
        text: 'and focused;',
        later: 'page: docking',
        partly: [
          'packages/core/src/tables/derived-values.test.ts › the lowest score among poses with strain up to 8 is active, else the lowest, else none',
          'packages/core/src/workflows/docking.test.ts › active first: the lowest score with strain up to 8, else the lowest of all, else the initial structure',
        ],
        note: 'Focus in the viewer.',
      },
      {
        text: 'if none qualify, the lowest score overall;',
        held: [
          'packages/core/src/tables/derived-values.test.ts › the lowest score among poses with strain up to 8 is active, else the lowest, else none',
        ],
      },
      {
        text: 'with no scores, the initial structure.',
        held: [
          'packages/core/src/workflows/docking.test.ts › active first: the lowest score with strain up to 8, else the lowest of all, else the initial structure',
        ],
      },
      {
        text: 'Batch docking: top-N compounds chosen by lowest finite best score, default N 5.',
        held: ['packages/core/src/tables/derived-values.test.ts › the five lowest finite best scores come first'],
      },
      {
        text: 'When resubmitting from an item (docking, ion mobility, hydrogen-bond basicity): if do_csearch is true, do_optimization is forced true.',
        held: [
          'packages/core/src/workflows/docking.test.ts › a conformer search forces the optimization, at submission and at resubmission',
          'packages/core/src/workflows/ion-mobility.test.ts › a conformer search forces the optimization, and a resubmission says so',
          'packages/core/src/workflows/hydrogen-bond-basicity.test.ts › a conformer search forces the optimization',
          'packages/core/src/methods/resubmission.test.ts › a conformer search forces the optimization on',
        ],
      },
      {
        text: 'Microstate pH changes are debounced 50 ms and switch the active microstate to the dominant one at that pH.',
        held: [
          'packages/widgets/src/microstates/microstates.test.tsx › moves to the dominant microstate 50 ms after the last pH change, not before',
          'packages/core/src/entities/platform.test.ts › the pH slider, the heights of the microstate view, the second try for the toolkit',
          'packages/core/src/tables/microstate-weights.test.ts › the dominant microstate is the first of the greatest; none where nothing is populated',
        ],
      },
      {
        text: 'Trajectory load states: idle, pending, success, failure;',
        held: [
          'packages/core/src/trajectory/player.test.ts › idle, pending, success: the first frame is there before the stream ends, controls rest while pending',
          'packages/core/src/trajectory/player.test.ts › failure keeps the reason and lets go of the frames; a second load may succeed',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › says that structure or trajectory failed to load, why, and tries again on demand',
        ],
      },
      {
        text: 'controls are disabled unless idle or success.',
        held: [
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › shows the first frame before the stream ends, with the controls disabled meanwhile',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › says that structure or trajectory failed to load, why, and tries again on demand',
        ],
        note: 'After a failure a button of its own tries again.',
      },
      {
        text: 'Playback starts at the range start, advances one frame per tick (24 frames per second), stops at the range end;',
        held: [
          'packages/core/src/trajectory/player.test.ts › starts at the range’s start, shows 24 frames a second by the clock, stops at the range’s end',
          'packages/core/src/trajectory/player.test.ts › shows every frame once on a fast screen, and keeps the pace by skipping on a slow one',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › keeps the pace of 24 frames per second by the wall clock, from the range’s start to its end',
        ],
        note: 'After a pause, or when the slider was moved, it goes on from the frame that is shown; a screen that is too slow skips frames and keeps the pace.',
      },
      {
        text: 'pause or slider drag stops it.',
        held: [
          'packages/core/src/trajectory/player.test.ts › pausing stops it, moving the slider stops it; it goes on where it stands',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › pausing stops it, and so does moving the slider, also by keyboard',
        ],
      },
      {
        text: 'Alignment states: default or MCS (largest common substructure);',
        held: [
          'packages/core/src/chemistry/alignment/alignment.test.ts › conformers of ibuprofen atom by atom (AlignMol over all 33 atoms)',
          'packages/core/src/chemistry/alignment/alignment.test.ts › the search stops after 10000 steps, says so and gives the best so far',
          'packages/core/src/trajectory/player.test.ts › by default each frame is laid on the structure by all of its atoms',
          'packages/core/src/trajectory/player.test.ts › by the largest common substructure: what is not part of it moves, the rest lies still',
          'packages/core/src/trajectory/frame-alignment.test.ts › of two alike atoms the one that left is not laid on, whichever it is',
          'packages/widgets/src/trajectory/trajectory-player.test.tsx › lays the shown frame on the first one as the chosen alignment asks, at once',
        ],
      },
      {
        text: 'MCS search stops after 10000 steps.',
        held: [
          'packages/core/src/chemistry/alignment/alignment.test.ts › the search stops after 10000 steps, says so and gives the best so far',
        ],
      },
      {
        text: "pKa completed with no sites shows 'No pKa's located in the requested range.'",
        held: ['packages/core/src/workflows/pka.test.ts › no sites: the exact sentence once the item is completed'],
      },
      {
        text: 'Adjacent cells are shown when fewer than 100 atoms.',
        held: [
          'packages/core/src/entities/platform.test.ts › adjacent cells are for fewer than 100 atoms',
          'packages/widgets/src/viewer/cells.test.tsx › says from 100 atoms on why adjacent cells are not shown',
        ],
      },
    ],
  },
];
