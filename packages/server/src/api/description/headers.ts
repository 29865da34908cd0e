import { trajectoryHeaders } from '@cuvette/core/entities';
import type { Header } from './document.ts';

/** Frames of the whole trajectory, so that a viewer knows how far it may ask. */
export const totalFramesHeader = 'X-Total-Frames';

const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };

/** Headers of answers that a caller reads. */
const headerWords = {
  ETag: {
    description: 'The version of the answer. Send it back as If-None-Match: an unchanged answer is then only 304.',
    schema: text,
  },
  'Content-Disposition': { description: 'The name under which the file is saved.', schema: text },
  'X-Cuvette-Missing': {
    description: 'The identifiers that were not found, or that the caller has no access to, with commas between.',
    schema: text,
  },
  'X-Cuvette-Skipped': {
    description: 'The structures of a batch that were left out, counted from 1, with commas between.',
    schema: text,
  },
  'X-Num-Pages': { description: 'How many pages the list has.', schema: count },
  [trajectoryHeaders.atoms]: { description: 'Atoms of each frame.', schema: count },
  [trajectoryHeaders.dimensions]: { description: 'Numbers for each atom: 3 (x, y, z).', schema: count },
  [trajectoryHeaders.frameSizeBytes]: { description: 'Bytes of each frame, unpacked.', schema: count },
  [trajectoryHeaders.frames]: { description: 'Frames in this answer.', schema: count },
  [totalFramesHeader]: { description: 'Frames of the whole trajectory.', schema: count },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof headerWords;

/** The headers that come with frames of a trajectory. */
export const frameHeaders: readonly HeaderName[] = [...Object.values(trajectoryHeaders), totalFramesHeader];

/** Headers by name with their words. */
export function headersOf(names: readonly HeaderName[]): Record<string, Header> {
  return Object.fromEntries(names.map((name) => [name, headerWords[name]]));
}
