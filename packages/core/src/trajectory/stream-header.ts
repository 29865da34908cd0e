import { trajectoryHeaders } from '../entities/platform-constants.ts';

/** Frames of the whole trajectory. Other servers may not send this header. */
const totalFramesHeader = 'X-Total-Frames';
const dimensions = 3;
const float64Bytes = 8;

/** What a stream of frames holds. */
export interface StreamHeader {
  atoms: number;
  /** Frames of this stream. */
  frames: number;
  /** Frames of the whole trajectory; null where the server does not say. */
  total: number | null;
}

/** A stream of frames that cannot be read; the message is for people. */
export class TrajectoryProblem extends Error {
  override name = 'TrajectoryProblem';
}

/**
 * Reads the headers of a trajectory stream.
 * @param header the value of a header, or null
 * @throws TrajectoryProblem where they are missing or contradict one another
 */
export function readStreamHeader(header: (name: string) => string | null): StreamHeader {
  const number = (name: string) => {
    const text = header(name);
    const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isSafeInteger(value) && value >= 0) return value;
    throw new TrajectoryProblem(`The answer is incomplete: ${name} is ${text === null ? 'missing' : text}.`);
  };
  const atoms = number(trajectoryHeaders.atoms);
  const frames = number(trajectoryHeaders.frames);
  const bytes = number(trajectoryHeaders.frameSizeBytes);
  const axes = number(trajectoryHeaders.dimensions);
  if (axes !== dimensions || atoms === 0 || bytes !== atoms * axes * float64Bytes) {
    throw new TrajectoryProblem(
      `The answer contradicts itself: ${atoms} atoms in ${axes} dimensions do not make frames of ${bytes} bytes.`,
    );
  }
  return { atoms, frames, total: header(totalFramesHeader) === null ? null : number(totalFramesHeader) };
}
