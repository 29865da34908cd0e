import { mediaExport } from '@cuvette/core/entities';
import type { Vibration } from '../drawing/vibration.ts';

/** Structures of one substance one after another: conformers, frames of a trajectory. All have the atoms of what is shown. */
export interface Ensemble {
  readonly count: number;
  /** Positions (x, y, z per atom, Å) of a member, counted from 0, laid on what is shown; null passes it over. */
  positions: (index: number) => ArrayLike<number> | null | Promise<ArrayLike<number> | null>;
}

/** One period of a vibration, moving the atom that moves most by `amplitude` (Å) and lasting so many seconds. */
export interface VibrationFilm {
  kind: 'vibration';
  vibration: Vibration;
  amplitude: number;
  seconds: number;
}

/** What is to be recorded: a vibration, the members of an ensemble, or, without either, a full turn of the structure. */
export type Subject = VibrationFilm | { kind: 'ensemble'; ensemble: Ensemble } | { kind: 'turn' };

export type FilmKind = 'gif' | 'largeGif' | 'video';

/** Pictures of one period of a vibration in a GIF: with 250 ms each, a smooth one lasts three seconds. */
const gifPeriod = 12;

/** Pictures of a smooth film in a second. */
function framesPerSecond(kind: 'largeGif' | 'video'): number {
  return kind === 'video' ? mediaExport.video.framesPerSecond : 1000 / mediaExport.largeGif.frameDelay;
}

/** How far (0 to 1) a period or a turn has gone in each picture of its film. */
export function phasesOf(subject: VibrationFilm | { kind: 'turn' }, kind: FilmKind): number[] {
  const most = mediaExport[kind].maximumFrames;
  const period =
    subject.kind === 'turn' ? most : kind === 'gif' ? gifPeriod : Math.round(subject.seconds * framesPerSecond(kind));
  const count = Math.max(1, Math.min(most, period));
  return Array.from({ length: count }, (_, index) => index / count);
}

/**
 * Which members of so many the pictures of a film show, in order: all of them, or so many at even distances, the first and the last among them. A video shows few
 * members for as long as a GIF does each (a quarter of a second), where there is room for that.
 */
export function membersOf(count: number, kind: FilmKind): number[] {
  const { gif } = mediaExport;
  const most = mediaExport[kind].maximumFrames;
  if (count > most) return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)));
  const longest = kind === 'gif' ? 1 : Math.round((gif.frameDelay / 1000) * framesPerSecond(kind));
  const held = Math.max(1, Math.min(longest, Math.floor(most / count)));
  return Array.from({ length: count * held }, (_, index) => Math.floor(index / held));
}
