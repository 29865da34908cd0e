import { expect, test } from 'vitest';
import scan from '../../types/scan/index.ts';
import { withLevelParts, withMethod } from './level-fields.ts';

const shownPaths = (data: Record<string, unknown>) =>
  withLevelParts(scan.fields)
    .filter(({ shown }) => shown?.(data) ?? true)
    .map(({ path }) => path);

test('a form asks for the basis set and the corrections that a method takes, and for none where it takes none', () => {
  const data = scan.defaults();
  expect(shownPaths(withMethod(data, 'calc_settings', 'gfn2_xtb'))).not.toContain('calc_settings.basis_set.name');
  const hybrid = shownPaths(withMethod(data, 'calc_settings', 'b3lyp'));
  expect(hybrid).toContain('calc_settings.basis_set.name');
  expect(hybrid).toContain('calc_settings.corrections');
});

test('another method leaves what it has, and takes away what it does not have', () => {
  const level = {
    method: 'b3lyp',
    engine: 'pyscf',
    basis_set: { name: 'def2-SVP' },
    corrections: ['d3bj'],
    solvent_settings: { solvent: 'water', model: 'cpcm' },
    mode: 'careful',
  };
  const { calc_settings: changed } = withMethod({ calc_settings: level }, 'calc_settings', 'gfn2_xtb');
  expect(changed).toEqual({
    method: 'gfn2_xtb',
    engine: null,
    basis_set: null,
    corrections: [],
    solvent_settings: { solvent: 'water' },
    mode: 'careful',
  });
  const { calc_settings: same } = withMethod({ calc_settings: level }, 'calc_settings', 'pbe');
  expect(same).toMatchObject({ basis_set: { name: 'def2-SVP' } });
});
