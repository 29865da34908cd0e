/** Texts about several structures in one picture. */
export const overlayWords = {
  ghosts: 'Show other structures as ghosts',
  overlayAll: 'Overlay all structures',
  overlayChosen: 'Overlay chosen structures',
  /** As the trajectory player calls them. */
  alignments: { default: 'Default', mcs: 'MCS' },
  alignBy: (alignment: string) => `Alignment: ${alignment}`,
  legend: 'Structures in this picture',
  shown: (name: string) => `${name} (shown)`,
  rmsd: (value: string) => `${value} Å`,
  /** RMSD of this many atoms, which both molecules have. */
  rmsdOfPart: (value: string, atoms: number) => `${value} Å of ${atoms} atoms`,
  rmsdHelp: 'Root mean square distance of the aligned atoms.',
  notAligned: 'other atoms, not aligned',
  reading: 'being read',
  failed: 'could not be read',
  more: (count: number) => `and ${count} more`,
  cut: (shown: number, all: number) => `${shown} of ${all} other structures are shown.`,
  stopped: (steps: number) =>
    `The search for common atoms stopped after ${steps} steps: there may be a larger common substructure.`,
  readingSome: (count: number) => (count === 1 ? '1 structure is being read.' : `${count} structures are being read.`),
  chooseTitle: 'Overlay structures',
  choose: (most: number) => `Choose up to ${most} structures to align with the one that is shown.`,
  all: 'All',
  none: 'None',
  done: 'Done',
} as const;
