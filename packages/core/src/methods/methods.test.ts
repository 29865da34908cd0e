import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Settings, tasks } from '../entities/settings.ts';
import { generationSettings } from '../workflows/parts/conformers/conformer-generation.ts';
import generationFixture from './fixtures/conf-gen-settings-by-mode.json' with { type: 'json' };
import conformersFixture from './fixtures/conformers-settings-by-mode.json' with { type: 'json' };
import compatibility from './fixtures/engine-compatibility.json' with { type: 'json' };
import enumerations from './fixtures/enumerations.json' with { type: 'json' };
import levels from './fixtures/levels-of-theory.json' with { type: 'json' };
import multistageFixture from './fixtures/multistage-opt-settings-by-mode.json' with { type: 'json' };
import {
  basisSets,
  basisSetsFor,
  bondDissociationChain,
  bondDissociationModes,
  canonicalBasisSet,
  chainOfTheory,
  compositeBasisSets,
  conformersModes,
  correctionsOf,
  elementsOf,
  engines,
  enginesOf,
  fastsolvSolvents,
  generationNumbers,
  generatorLimits,
  ircSettings,
  levelOfTheory,
  methods,
  modesOf,
  modeTitles,
  multistageSettings,
  redoxSettings,
  solubilityChoices,
  solventSmiles,
  solvents,
  solventsByUse,
  solventsOfModel,
  tasksOf,
  unsupportedElements,
} from './index.ts';

const chainNames = ['reckless', 'rapid', 'careful', 'meticulous'] as const;
const spelled = (models: readonly string[]) => models.map((name) => ({ iefpcm: 'pcm', smd: 'SMD' })[name] ?? name);

describe('tables agree with the public client', () => {
  test.each(Object.entries(compatibility.engines))('engine %s', (name, row) => {
    const engine = engines.get(name);
    expect(engine?.methods).toEqual(row.methods);
    expect(engine?.elements ?? null).toEqual(row.atoms);
    expect(engine?.solventModels).toEqual(spelled(row.solvent_models));
    expect(engine?.corrections).toEqual(row.corrections);
    expect(engine?.basisSetChoice).toBe(!row.no_basis_set);
    expect(engine?.openShell).toBe(!row.no_open_shell);
    expect(engine?.charged).toBe(!row.no_charge);
    expect(engine?.tasksNotOffered).toEqual(row.disabled_tasks);
    expect([...(engine?.tasksNotOffered ?? []), ...(engine?.tasksNotOfferedPeriodic ?? [])]).toEqual(
      row.disabled_tasks_periodic,
    );
    const periodic = row.periodic_only === true ? 'only' : row.periodic_only === 'warn' ? 'materials' : 'yes';
    expect(engine?.periodic).toBe(row.periodic_support ? periodic : 'no');
  });

  test('methods: elements, tasks, corrections and basis sets', () => {
    for (const [name, row] of Object.entries(compatibility.methods)) {
      const method = methods.get(name);
      expect(method, name).toBeDefined();
      if (row.atoms) expect(method?.elements, name).toEqual(row.atoms);
      for (const engine of enginesOf(name).filter((engine) => engine !== 'rdkit')) {
        for (const task of row.disabled_tasks) expect(tasksOf(name, engine), name).not.toContain(task);
        if (row.no_corrections) expect(correctionsOf(name, engine), name).toEqual([]);
      }
      expect(compositeBasisSets.has(name)).toBe(row.no_basis_set);
    }
  });

  test('every public method, engine, solvent and task is known', () => {
    for (const name of enumerations.Method) expect(methods.has(name), name).toBe(true);
    for (const name of enumerations.Engine) expect(engines.has(name), name).toBe(true);
    expect([...solvents.keys()]).toEqual(enumerations.Solvent);
    expect([...solventSmiles.keys()]).toEqual(enumerations.Solvent);
    expect(tasks).toEqual(enumerations.Task);
    expect(Object.keys(modeTitles)).toEqual(enumerations.Mode);
    for (const { methods: names } of engines.values())
      for (const name of names) expect(methods.has(name), name).toBe(true);
  });

  test('basis sets cover the same elements', () => {
    expect([...basisSets.keys()].sort()).toEqual(Object.keys(compatibility.basis_set_atoms).sort());
    for (const [name, atoms] of Object.entries(compatibility.basis_set_atoms)) {
      expect(basisSets.get(name), name).toEqual(atoms);
    }
  });

  test('generators refuse what the public table says, but CREST takes constraints', () => {
    for (const [name, row] of Object.entries(compatibility.conformer_generators)) {
      const limits = generatorLimits[name];
      expect(limits?.elements).toEqual(row.atoms);
      expect(limits?.engines).toEqual(row.allowed_engines);
      if (name !== 'imtd') expect(limits?.constraints).toBe(!row.no_constraints);
    }
  });

  test('fastsolv offers the first 29 solvents of the list; the others only water at 298.15 K', () => {
    expect(fastsolvSolvents).toHaveLength(29);
    expect(fastsolvSolvents).toEqual(enumerations.solubility_solvents.slice(0, 29));
    expect(solubilityChoices('esol')).toEqual({
      solvents: [{ smiles: 'O', names: ['water'] }],
      temperatures: [298.15],
    });
  });
});

describe('levels of theory', () => {
  test.each(levels)('$level_of_theory', (level) => {
    expect(levelOfTheory(level)).toBe(level.level_of_theory);
  });
  test('a correction is written unless it is a part of the method', () => {
    const basis_set = { name: '6-31G(d)' };
    expect(levelOfTheory({ method: 'b3lyp', basis_set, corrections: ['d3bj'] })).toBe('b3lyp-d3bj/6-31g(d)');
    expect(levelOfTheory({ method: 'wb97m_d3bj', basis_set, corrections: ['d3bj'] })).toBe('wb97m_d3bj/6-31g(d)');
  });
});

describe('chains of modes', () => {
  const cases = chainNames.flatMap((mode) => [
    { mode, xtbPreoptimization: false, key: mode },
    { mode, xtbPreoptimization: true, key: `${mode}+xtb_preopt` as const },
  ]);
  test.each(cases)('multistage optimization, $key', ({ mode, xtbPreoptimization, key }) => {
    const expected = multistageFixture[key];
    const options = {
      solvent: 'water',
      xtbPreoptimization,
      frequencies: false,
      transitionState: false,
      constraints: [],
    };
    const chain = multistageSettings(mode, options);
    expect(chain.optimization_settings.map(({ method, tasks: list }) => [method, list])).toEqual(
      expected.settings.optimization_settings.map(({ method, tasks: list }) => [method, list]),
    );
    const { singlepoint_settings: single } = expected.settings;
    expect(chain.singlepoint_settings).toMatchObject({
      method: single.method,
      solvent_settings: single.solvent_settings,
    });
    const stages = [...chain.optimization_settings, chain.singlepoint_settings].map((stage) =>
      z.parse(Settings, stage),
    );
    expect(chainOfTheory(stages)).toBe(expected.level_of_theory);
    for (const stage of [...expected.settings.optimization_settings, single]) {
      const own = compositeBasisSets.get(stage.method);
      if (own) expect(stage.basis_set?.name.toLowerCase()).toBe(own.toLowerCase());
    }
  });

  test('conformer generation: all generators and modes, and what the forms submit', () => {
    for (const [key, expected] of Object.entries(generationFixture))
      expect(expected).toMatchObject(generationNumbers[key] ?? {});
    expect(Object.keys(generationNumbers)).toEqual(Object.keys(generationFixture));
    const submitted = { reckless: 'etkdg', rapid: 'etkdg', careful: 'imtd', meticulous: 'imtd' } as const;
    for (const mode of chainNames) {
      const settings = generationSettings(mode, { nci: false, max_confs: null, constraints: [] });
      expect(settings).toMatchObject(generationNumbers[`${submitted[mode]}/${mode}`] ?? {});
    }
  });

  test('the older conformers type', () => {
    for (const mode of chainNames)
      expect({ ...conformersModes[mode], constraints: [] }).toEqual(conformersFixture[mode]);
  });

  test('bond dissociation: the values of the form and of stored items', () => {
    const text = (value: string) => {
      const chain = bondDissociationChain(value);
      const stages = [...(chain?.optimization_settings ?? []), chain?.singlepoint_settings ?? null];
      return chainOfTheory(stages.filter((stage) => stage !== null).map((stage) => z.parse(Settings, stage)));
    };
    expect(bondDissociationModes.filter(({ offered }) => offered).map(({ value }) => text(value))).toEqual([
      'omol25_conserving_s',
      'g_xtb//gfn2_xtb',
      'r2scan_3c//gfn2_xtb',
    ]);
    expect(text('careful')).toBe('wb97x_3c//r2scan_3c');
    expect(bondDissociationChain('reckless')?.optimizeFragments).toBe(false);
    for (const { value } of bondDissociationModes) expect(bondDissociationChain(value), value).not.toBeNull();
    expect(bondDissociationChain('nonsense')).toBeNull();
  });

  test('redox runs in acetonitrile, an IRC has one method for each mode', () => {
    const { optimization_settings, singlepoint_settings } = redoxSettings('rapid');
    const stages = [...optimization_settings, singlepoint_settings].map((stage) => z.parse(Settings, stage));
    expect(chainOfTheory(stages)).toBe('r2scan_3c/cpcm(acetonitrile)//gfn2_xtb');
    const irc = (mode: 'rapid' | 'careful' | 'meticulous') =>
      levelOfTheory(z.parse(Settings, ircSettings(mode, 'water')));
    expect([irc('rapid'), irc('careful'), irc('meticulous')]).toEqual([
      'gfn2_xtb/alpb(water)',
      'r2scan_3c/cpcm(water)',
      'wb97x_3c/cpcm(water)',
    ]);
    expect(modesOf('irc')).not.toContain('reckless');
    expect(modesOf('scan')).toEqual(enumerations.Mode);
  });
});

describe('what a level of theory supports', () => {
  test('elements are the intersection of method, engine and basis set', () => {
    expect(elementsOf('hf', 'psi4', null)).toBeNull();
    expect(elementsOf('hf', 'psi4', '6-31+g*')).toEqual(basisSets.get('6-31+G(d)'));
    expect(elementsOf('r2scan_3c', 'psi4', 'STO-3G')).toHaveLength(86);
    expect(
      unsupportedElements([8, 26, 6, 26], { method: 'aimnet2_wb97md3', engine: 'aimnet2', basisSet: null }),
    ).toEqual([26]);
    expect(basisSetsFor([1, 6, 53])).toContain('MIDIX');
    expect(basisSetsFor([1, 6, 53])).not.toContain('6-31G');
  });
  test('tasks: g-xTB gives no frequencies, AIMNet2 none for a crystal, GFN2 on our own tblite does', () => {
    expect(tasksOf('g_xtb', 'xtb')).toEqual(['energy', 'gradient', 'optimize', 'optimize_ts']);
    expect(tasksOf('aimnet2_wb97md3', 'aimnet2')).toContain('frequencies');
    expect(tasksOf('aimnet2_wb97md3', 'aimnet2', true)).not.toContain('frequencies');
    expect(tasksOf('gfn2_xtb', 'tblite')).toContain('frequencies');
    expect(tasksOf('gfn2_xtb', 'tblite', true)).not.toContain('frequencies');
    expect(tasksOf('omol25_conserving_s', 'omol25', true)).not.toContain('stress');
  });
  test('corrections follow method and engine', () => {
    expect(correctionsOf('b3lyp', 'pyscf')).toEqual(['d3', 'd3bj', 'd4']);
    expect(correctionsOf('pbe', 'psi4')).toEqual(['d3bj']);
    expect(correctionsOf('m062x', 'psi4')).toEqual(['d3']);
    expect(correctionsOf('wb97x_v', 'pyscf')).toEqual([]);
  });
  test('solvents by model and use are all known names', () => {
    expect(solventsOfModel('alpb')).toHaveLength(17);
    expect(solventsOfModel('cpcmx')).toHaveLength(25);
    expect(solventsOfModel('cpcm')).toHaveLength(29);
    for (const list of Object.values(solventsByUse))
      for (const name of list) expect(solvents.has(name), name).toBe(true);
  });
});

test('basis sets are found in any letter case, with stars, and nothing else', () => {
  expect(canonicalBasisSet('6-31g*')).toBe('6-31G(d)');
  expect(canonicalBasisSet('6-31+G*')).toBe('6-31+G(d)');
  expect(canonicalBasisSet('6-31++g*')).toBe('6-31++G(d)');
  expect(canonicalBasisSet('DEF2-tzvppd')).toBe('def2-TZVPPD');
  expect(canonicalBasisSet('6-31G**')).toBeNull();
  fc.assert(
    fc.property(fc.constantFrom(...basisSets.keys()), fc.infiniteStream(fc.boolean()), (name, upper) => {
      const mixed = [...name]
        .map((letter) => (upper.next().value ? letter.toUpperCase() : letter.toLowerCase()))
        .join('');
      expect(canonicalBasisSet(mixed)).toBe(name);
    }),
  );
});
