import { expect, test } from 'vitest';
import { moleculeProblems } from '../../../chemistry/molecule-check.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import { solventSupport } from '../../../methods/solvent-support.ts';
import definition from '../../types/basic_calculation/index.ts';
import { withLevelParts } from './level-fields.ts';

const water = {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0] },
    { atomic_number: 1, position: [0.96, 0, 0] },
    { atomic_number: 1, position: [-0.24, 0.93, 0] },
  ],
} as unknown as Molecule;
const entry = { available: true, engine: 'tblite', version: '0.5', reason: null, solvent_models: ['alpb', 'gbsa'] };
const report = {
  capabilities: ['basic_calculation', 'xtb'],
  methods: { gfn2_xtb: entry, gfn1_xtb: entry },
} as unknown as MethodReport;
const told = (settings: Record<string, unknown>) =>
  definition
    .problems(
      { settings: { method: 'gfn2_xtb', tasks: ['energy'], ...settings } },
      { molecule: water, smiles: null, inspection: null },
      report,
    )
    .map(({ field, detail }) => `${field}: ${detail}`);
const solvent = (name: string, model = 'alpb') => ({ solvent_settings: { solvent: name, model } });

test('a solvent that the method has no parameters for is refused before the queue, with those that it has', () => {
  for (const name of ['beer', '--define', 'nonsense']) {
    expect(told(solvent(name))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^settings\\.solvent_settings\\.solvent: The solvent "${name}" is not known\\. Choose one of acetone, .* and 7 more\\.$`,
        ),
      ),
    ]);
  }
  expect(told(solvent('cyclohexane'))[0]).toContain(
    'ALPB has no parameters for Cyclohexane with GFN2-xTB. Choose one of',
  );
  expect(told(solvent('octane'))).toHaveLength(1);
  // Nitromethane has parameters with ALPB and none with GBSA; hexane with GBSA for GFN2 only.
  expect(told(solvent('nitromethane'))).toEqual([]);
  expect(told(solvent('nitromethane', 'gbsa'))).toHaveLength(1);
  expect(told(solvent('hexane', 'gbsa'))).toEqual([]);
  expect(told({ method: 'gfn1_xtb', ...solvent('hexane', 'gbsa') })).toHaveLength(1);
  // Spelling is forgiven.
  expect(told(solvent('Diethyl Ether'))).toEqual([]);
  expect(JSON.parse(JSON.stringify(solventSupport))).toEqual(solventSupport);
});

test('a basis set for a method that takes none, and an engine that does not run the method, are refused', () => {
  expect(told({ basis_set: '6-31G(d)' })).toEqual([
    'settings.basis_set.name: GFN2-xTB takes no basis set, and "6-31G(d)" was given. Leave basis_set out.',
  ]);
  expect(told({ basis_set: null })).toEqual([]);
  expect(told({ engine: 'psi4' })).toEqual([
    expect.stringMatching(
      /^settings\.engine: The engine Psi4 does not run GFN2-xTB\. Leave the engine out, or choose one that does: xTB, tblite/,
    ),
  ]);
  expect(told({ engine: 'gaussian' })[0]).toContain('"gaussian" is not an engine that runs GFN2-xTB');
  for (const engine of ['xtb', 'tblite', null]) expect(told({ engine })).toEqual([]);
});

test('numbers beyond reason are refused with field and value', () => {
  expect(told({ opt_settings: { max_steps: 1e9 } })).toEqual([
    'settings.opt_settings.max_steps: 1000000000 steps of an optimization cannot be computed: 1 to 10000 are allowed.',
  ]);
  expect(told({ scf_settings: { max_iters: 1e9 } })[0]).toContain('settings.scf_settings.max_iters: 1000000000');
  expect(told({ scf_settings: { max_iters: 0 } })).toHaveLength(1);
  expect(told({ opt_settings: { max_steps: 500 }, scf_settings: { max_iters: 500 } })).toEqual([]);
  const far = { ...water, atoms: [...water.atoms, { atomic_number: 2, position: [0, 1.5e12, 0] }] } as Molecule;
  expect(moleculeProblems(far)).toEqual([
    {
      field: 'initial_molecule.atoms.3.position',
      detail: 'He4 lies at y = 1500000000000 Å; at most 100000 Å from the origin are allowed.',
    },
  ]);
});

test('a basis set without functions for an element is refused at its field and greyed, as PySCF has it', () => {
  const withDft = {
    capabilities: ['basic_calculation', 'dft'],
    methods: { b3lyp: { ...entry, engine: 'pyscf', solvent_models: ['cpcm'] } },
  } as unknown as MethodReport;
  const of = (atomic_number: number) =>
    ({
      ...water,
      atoms: water.atoms.map((atom, index) => (index === 0 ? { ...atom, atomic_number } : atom)),
    }) as Molecule;
  const problems = (name: string, molecule: Molecule) =>
    definition.problems(
      { settings: { method: 'b3lyp', tasks: ['energy'], basis_set: { name } } },
      { molecule, smiles: null, inspection: null },
      withDft,
    );
  const tellurium = of(52);
  expect(problems('6-31G(d)', tellurium)).toEqual([
    {
      field: 'settings.basis_set.name',
      detail: expect.stringMatching(
        /^The basis set 6-31G\(d\) has no functions for Te\. Choose one that covers all elements: STO-3G, .*def2-SVP/,
      ),
    },
  ]);
  expect(problems('def2-SVP', tellurium)).toEqual([]);
  // Core's list has 6-31G(d) to krypton, PySCF to zinc.
  expect(problems('6-31G(d)', of(34))[0]?.detail).toContain('no functions for Se');
  const field = withLevelParts(definition.fields).find(({ path }) => path === 'settings.basis_set.name');
  const greyed = (elements: number[]) =>
    field?.kind === 'select'
      ? field
          .options({ settings: { method: 'b3lyp' } }, withDft, elements)
          .flatMap(({ value, unavailable }) => (unavailable ? [`${value}: ${unavailable}`] : []))
      : [];
  expect(greyed([])).toEqual(['MINIX: PySCF, which computes here, does not have it.']);
  expect(greyed([1, 52])).toContain('6-31G(d): It has no functions for Te.');
  expect(greyed([1, 52])).not.toContain('def2-SVP: It has no functions for Te.');
});

test('a reference that is unknown, or restricted for an open shell, is refused before the queue', () => {
  const of = (reference: string, multiplicity: number) =>
    definition
      .problems(
        { settings: { method: 'gfn2_xtb', tasks: ['energy'], scf_settings: { reference } } },
        { molecule: { ...water, multiplicity } as Molecule, smiles: null, inspection: null },
        report,
      )
      .map(({ field, detail }) => `${field}: ${detail}`);
  expect(of('rhf', 3)).toEqual([
    'settings.scf_settings.reference: A restricted reference cannot hold the unpaired electrons of multiplicity 3. Use an unrestricted reference.',
  ]);
  expect(of('open', 1)).toEqual([
    'settings.scf_settings.reference: The reference "open" is not known. Choose one of rhf, rks, restricted, uhf, uks, unrestricted.',
  ]);
  expect(of('UHF', 3)).toEqual([]);
  expect(of('rhf', 1)).toEqual([]);
});

test('a correction without parameters is refused at its field and greyed', () => {
  const withDft = {
    capabilities: ['basic_calculation', 'dft'],
    methods: { m062x: { ...entry, engine: 'pyscf', solvent_models: ['cpcm'] } },
  } as unknown as MethodReport;
  const settings = { method: 'm062x', tasks: ['energy'], basis_set: { name: 'def2-SVP' } };
  const of = (corrections: string[]) =>
    definition.problems(
      { settings: { ...settings, corrections } },
      { molecule: water, smiles: null, inspection: null },
      withDft,
    );
  expect(of(['d4'])).toEqual([
    {
      field: 'settings.corrections',
      detail: 'The correction "d4" has no parameters for M06-2X with PySCF. Choose one of d3.',
    },
  ]);
  expect(of(['d3'])).toEqual([]);
  const field = withLevelParts(definition.fields).find(({ path }) => path === 'settings.corrections');
  expect(field?.kind === 'multiselect' ? field.options({ settings }, withDft) : []).toContainEqual({
    value: 'd4',
    title: 'D4',
    unavailable: 'It has no parameters for M06-2X here.',
  });
});
