import { expect, test } from 'vitest';
import { followUps } from './follow-ups.ts';

const types = (source: Parameters<typeof followUps>[0]) => {
  const { suggested, others } = followUps(source);
  return [...suggested, ...others].map(({ type }) => type);
};

test('a saddle point offers the reaction path first, a conformer the pKa', () => {
  expect(types({ type: 'double_ended_ts_search', data: {}, name: 'TS guess' })[0]).toBe('irc');
  const ts = { settings: { tasks: ['optimize'], opt_settings: { transition_state: true } } };
  expect(types({ type: 'basic_calculation', data: ts, name: 'Molecule' })[0]).toBe('irc');
  expect(types({ type: 'conformer_search', data: {}, name: 'Conformer 3' })[0]).toBe('pka');
  expect(types({ type: 'basic_calculation', data: {}, name: 'Molecule' })[0]).toBe('conformer_search');
});

test('a structure is offered to each type once, and not to those that need more than one molecule', () => {
  const offered = types({ type: 'fukui', data: {}, name: 'Molecule' });
  expect(new Set(offered).size).toBe(offered.length);
  expect(offered).toEqual(expect.arrayContaining(['docking', 'solubility', 'strain']));
  for (const other of ['pose_analysis_md', 'double_ended_ts_search', 'msa']) expect(offered).not.toContain(other);
});
