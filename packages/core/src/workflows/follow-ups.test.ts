import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { followUps } from './follow-ups.ts';
import { loadWorkflow } from './index.ts';

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

test('every type that takes one small molecule is offered, once, and no other', async () => {
  const takers: string[] = [];
  for (const { type } of catalogue) {
    const inputs = (await loadWorkflow(type))?.inputs ?? [];
    const molecule = inputs.some(({ role }) => role === 'initial_molecule' || role === 'initial_smiles');
    // A pose is analysed in its protein: a molecule alone does not begin it.
    if (molecule && type !== 'pose_analysis_md') takers.push(type);
  }
  const offered = types({ type: 'fukui', data: {}, name: 'Molecule' });
  expect([...offered].sort()).toEqual([...takers].sort());
});
