import { describe, expect, test, vi } from 'vitest';
import { frames, water as structure } from '../testing/water-in-motion.ts';
import { createPlayer, framesAtHand } from './index.ts';

describe('a trajectory that there is not', () => {
  const sources = [framesAtHand('Trajectory 1', 3, frames(0, 200)), framesAtHand('Trajectory 2', 3, frames(0, 60))];

  test.each([8, -1, 0.5, Number.NaN])('at place %d: the first is played, and it is reported once', (trajectory) => {
    const warn = vi.fn();
    const player = createPlayer({ structure, sources, trajectory, warn });
    expect(player.getState()).toMatchObject({ trajectory: 0, total: 200, load: 'idle' });
    player.choose(trajectory);
    expect(warn.mock.calls).toEqual([
      [`Cuvette: there is no trajectory ${trajectory + 1}, they are 1 to 2. Trajectory 1 is shown.`],
    ]);
  });

  test('chosen later: what is shown stays', () => {
    const warn = vi.fn();
    const player = createPlayer({ structure, sources, warn });
    player.choose(1);
    player.choose(5);
    expect(player.getState()).toMatchObject({ trajectory: 1, total: 60 });
    expect(warn.mock.calls).toEqual([['Cuvette: there is no trajectory 6, they are 1 to 2. Trajectory 2 is shown.']]);
  });

  test('among none is nothing to say', () => {
    const warn = vi.fn();
    expect(createPlayer({ structure, sources: [], trajectory: 3, warn }).getState().trajectory).toBe(0);
    expect(warn).not.toHaveBeenCalled();
  });
});
