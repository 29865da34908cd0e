/**
 * Numbers of the platform that several packages share: how often is read again, how much in one call, what is exported, how
 * fast is played. Those of one subject live with it: the page size in `folder.ts`, the frame range and the opacities in
 * `tables/derived-values.ts`, the steps of the substructure search in `chemistry/alignment`, thresholds in `methods/convergence.ts`.
 */

/** An item is read again every 10 s while the tab is visible, in milliseconds. */
export const itemPollInterval = 10_000;
/** A folder is read again every 15 s, in milliseconds. */
export const folderPollInterval = 15_000;
/** How many things go into one call of the conversion and reading endpoints. */
export const batchSizes = { smilesToMolecules: 5, moleculesToSmiles: 25, readMolecules: 25 } as const;

/** A message such as "Project deleted" goes by itself after this many milliseconds. */
export const messageTimeout = 5000;
/** Highest a dropdown list grows, as a share of the viewport's height; then it scrolls. */
export const dropdownMaximumHeight = 0.5;
/** Sizes of a modal; each has a close button. */
export const modalSizes = ['small', 'medium', 'large'] as const;
export type ModalSize = (typeof modalSizes)[number];
/** Columns of a table that are shown by default. */
export const maximumTableColumns = 100;
/** Credits charged are shown with 2 decimals, the runtime limit with none. */
export const creditDecimals = { charged: 2, limit: 0 } as const;

/** Image and film exports of the viewer: sizes in pixels, delay in milliseconds, bit rate in bit/s. */
export const mediaExport = {
  png: { width: 3840, height: 2160 },
  gif: { width: 360, height: 360, frameDelay: 250, maximumFrames: 30 },
  /** For slides: 25 pictures a second. */
  largeGif: { width: 1080, height: 1080, frameDelay: 40, maximumFrames: 75 },
  video: { container: 'webm', codec: 'vp9', bitsPerSecond: 5_000_000, framesPerSecond: 30, maximumFrames: 150 },
} as const;
/** A pointer that moved less than this many pixels clicked; from here on it draws a lasso. */
export const lassoDragThreshold = 10;
/** Frames of a trajectory per second of playback. */
export const playbackFramesPerSecond = 24;
/** From this many atoms on, the cells beside a periodic one are not drawn. */
export const adjacentCellsAtomLimit = 100;

/** Whether a periodic structure may be drawn with the cells beside it: under 100 atoms. */
export function mayShowAdjacentCells(atomCount: number): boolean {
  return atomCount < adjacentCellsAtomLimit;
}

/** The pH slider of the microstates; `debounce` in milliseconds. */
export const pHSlider = { minimum: 0, maximum: 14, step: 0.1, default: 7.4, debounce: 50 } as const;

/** Height of the microstate view as a CSS length: half the window when stacked, all of it in a frame, else 65 %. */
export function microstateHeight({ vertical, framed }: { vertical: boolean; framed: boolean }): string {
  if (vertical) return '50vh';
  return framed ? '100vh' : '65vh';
}
/** Milliseconds until the chemistry toolkit is asked for again when it could not be loaded. */
export const toolkitRetryDelay = 1000;

/** Headers of a trajectory stream: what the float64 frames behind them hold. */
export const trajectoryHeaders = {
  atoms: 'X-Num-Atoms',
  dimensions: 'X-Dimensions',
  frameSizeBytes: 'X-Frame-Size-Bytes',
  frames: 'X-Num-Frames',
} as const;
