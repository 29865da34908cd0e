import { describe, expect, test } from 'vitest';
import { asMeant } from './client-habits.ts';

const filledIn = ['energy', 'charge', 'dipole'];

describe('a submission as the person meant it', () => {
  test.each([
    [
      'the default list beside other tasks in the settings goes',
      { tasks: filledIn, settings: { tasks: ['optimize'] } },
      false,
    ],
    ['also in another order', { tasks: ['dipole', 'energy', 'charge'], settings: { tasks: ['frequencies'] } }, false],
    ['a chosen list stays', { tasks: ['energy'], settings: { tasks: ['optimize'] } }, true],
    [
      'it stays where the settings name the same',
      { tasks: filledIn, settings: { tasks: [...filledIn].reverse() } },
      true,
    ],
    ['it stays where the settings name none', { tasks: filledIn, settings: { tasks: [] } }, true],
    ['it stays without settings', { tasks: filledIn }, true],
    ['settings of another shape do not matter', { tasks: filledIn, settings: ['optimize'] }, true],
  ])('%s', (_what, data, stays) => {
    expect('tasks' in asMeant(data)).toBe(stays);
    expect(asMeant({ ...data, mode: 'rapid' })).toMatchObject({ mode: 'rapid' });
  });
});
