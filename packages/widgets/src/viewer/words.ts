import { texts } from '@cuvette/core/texts';
import { cellWords } from './cell-words.ts';
import { fileWords } from './file-words.ts';
import { overlayWords } from './overlay/overlay-words.ts';
import { proteinWords } from './protein-words.ts';
import { measureWords, motionWords, selectionWords, valueWords } from './selection/atom-words.ts';
import { surfaceWords } from './surface-words.ts';

/** Texts of the viewer. */
export const viewerWords = {
  noWebgl: texts.noWebgl,
  region: '3D structure',
  loading: 'Loading the 3D viewer',
  failed: 'The 3D viewer could not be loaded.',
  noStructure: 'No structure yet',
  menu: 'View',
  controls: 'Controls of the picture',
  rotate: 'Rotate structure',
  drawings: { 'ball-and-stick': 'Balls and sticks', stick: 'Sticks', line: 'Lines' },
  cell: cellWords,
  overlay: overlayWords,
  protein: proteinWords,
  file: fileWords,
  selection: selectionWords,
  measure: measureWords,
  values: valueWords,
  surface: surfaceWords,
  motion: motionWords,
  hideCarbonHydrogen: 'Hide C-H bonds',
  showCarbonHydrogen: 'Show C-H bonds',
  reset: 'Reset',
  download: {
    png: 'Download PNG',
    video: 'Download WebM video',
    gif: 'Download GIF',
    largeGif: 'Download large GIF (1080 px)',
    transparent: 'Transparent PNG background',
  },
  fullscreen: 'Full screen',
  leaveFullscreen: 'Leave full screen',
  previous: 'Previous structure',
  next: 'Next structure',
  keys: 'Arrow keys rotate, plus and minus zoom, R resets the view.',
  stepKeys: 'Page Up and Page Down (or [ and ]) go to the previous and the next structure.',
  scrollHint: 'Hold Ctrl, or click first, to zoom',
  atoms: (count: number) => (count === 1 ? '1 atom' : `${count} atoms`),
  /** Titles with a number of their own (Conformer 2) need no other. */
  position: (title: string, place: number, count: number) =>
    /\d$/.test(title) ? `${title} of ${count}` : `${title} (${place} of ${count})`,
  selected: (names: string) => `Selected: ${names}`,
  play: 'Play',
  pause: 'Pause',
  frame: 'Frame',
  frameOf: (index: number, count: number) => `Frame ${index} of ${count}`,
  vibrating: (frequency: string) => `Vibration at ${frequency} cm⁻¹`,
  distance: (names: string, value: string) => `Distance ${names}: ${value} Å`,
  angle: (names: string, value: string) => `Angle ${names}: ${value}°`,
  dihedral: (names: string, value: string) => `Dihedral ${names}: ${value}°`,
} as const;
