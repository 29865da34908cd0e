import { frameRangeLimits } from '../tables/derived-values.ts';
import { bytesPerAtomFrame } from './frame-store.ts';

/** Frames of a trajectory, counted from 0; the end is exclusive. */
export interface FrameRange {
  start: number;
  end: number;
}

/** How short and how long a range may be. */
export interface RangeLimits {
  shortest: number;
  longest: number;
}

/** Bytes that the frames of one player may take. */
export const frameMemory = 256 * 2 ** 20;

/** Limits for frames that need not be fetched: as many as fit into memory. */
export function memoryLimits(total: number, atoms: number, memory = frameMemory): RangeLimits {
  const fitting = Math.max(1, Math.floor(memory / (bytesPerAtomFrame * Math.max(1, atoms))));
  const longest = Math.min(total, fitting);
  return { shortest: Math.min(frameRangeLimits.minimum, longest), longest };
}

/** Limits for a trajectory: 50 to 1000 frames, or fewer where the trajectory is shorter or they do not fit into memory. */
export function rangeLimits(total: number, atoms: number, memory = frameMemory): RangeLimits {
  const longest = Math.min(frameRangeLimits.maximum, memoryLimits(total, atoms, memory).longest);
  return { shortest: Math.min(frameRangeLimits.minimum, longest), longest };
}

/** Coordinates (frames times atoms) that are read without being asked for: 1.4 MB as float64, a second on a slow line. */
const mostAtOnce = 60_000;

/** Whether a trajectory of this many frames and atoms is small enough to be loaded by itself. Without atoms it is not known. */
export function isSmallTrajectory(total: number, atoms: number): boolean {
  return atoms > 0 && total * atoms <= mostAtOnce;
}

/** Whether the range can be chosen at all: under 50 frames all are taken. */
export function mayChooseRange(total: number): boolean {
  return total >= frameRangeLimits.minimum;
}

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));
const whole = (value: number, fallback: number) => (Number.isFinite(value) ? Math.round(value) : fallback);

/** The range whose start was moved: the end is moved too, so that the length stays within the limits. */
export function withStart(range: FrameRange, start: number, total: number, limits: RangeLimits): FrameRange {
  const first = within(whole(start, range.start), 0, total - limits.shortest);
  return { start: first, end: within(range.end, first + limits.shortest, Math.min(total, first + limits.longest)) };
}

/** The range whose end was moved: the start is moved too. */
export function withEnd(range: FrameRange, end: number, total: number, limits: RangeLimits): FrameRange {
  const last = within(whole(end, range.end), limits.shortest, total);
  return { start: within(range.start, Math.max(0, last - limits.longest), last - limits.shortest), end: last };
}
