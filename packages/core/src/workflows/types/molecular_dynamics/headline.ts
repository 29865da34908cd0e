import { phrase } from '../../../entities/phrases.ts';
import { type HeadlineWords, rounded } from '../../headline.ts';

/** Mean temperature and drift of the energy, and how long the run is. `picoseconds` is the time of the last frame. */
export function dynamicsHeadline(frames: number, picoseconds: number, asked: number | null): HeadlineWords {
  if (frames === 0) return { values: [], sentence: null };
  const run = { frames, time: rounded(picoseconds, 2) };
  return {
    values: [
      { of: 'mean_temperature', label: 'mean' },
      { of: 'energy_drift', minor: true },
    ],
    sentence:
      asked === null
        ? phrase('{frames} frames of {time} ps.', run)
        : phrase('{frames} frames of {time} ps, with a thermostat at {temperature} K.', { ...run, temperature: asked }),
  };
}
