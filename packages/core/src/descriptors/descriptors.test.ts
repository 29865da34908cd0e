import { describe, expect, test } from 'vitest';
import { groupInWords } from './electrotopological.ts';
import mordred from './fixtures/mordred-names.json' with { type: 'json' };
import { descriptor, descriptorGroups, descriptors, familiesOfGroup, searchDescriptors } from './index.ts';
import { weights } from './weights.ts';

const all = [...descriptors().values()];
const ours = all.filter(({ module }) => module !== 'xTB');
const sentence = (name: string) => descriptor(name)?.description;

describe('the catalogue', () => {
  test('holds the 1826 names of Mordred in its order, with module and dimension, and the xTB group', () => {
    expect(ours.map(({ name, module, dim }) => [name, module, dim])).toEqual(mordred);
    expect(ours).toHaveLength(1826);
    expect(ours.filter(({ dim }) => dim === '3D')).toHaveLength(213);
    expect(all).toHaveLength(1831);
    for (const { name, display_name } of all) expect(display_name).toBe(name);
  });

  test('every name has one sentence of its own that does not merely repeat the name', () => {
    for (const { name, description } of all) {
      expect(description, name).toMatch(/^[A-Z0-9].{10,}\.$/);
      expect(description, name).not.toMatch(/undefined|null|NaN| {2}|\. [A-Z]/);
    }
    expect(new Set(all.map(({ description }) => description)).size).toBe(all.length);
  });

  test('the sentences say what the rules of the names say', () => {
    for (const { name, description } of ours) {
      const lag = /^[AMG]*ATSC?(\d)([a-zA-Z]+)$/.exec(name);
      if (lag) {
        expect(description).toContain(`at lag ${lag[1]}, `);
        expect(description).toContain(`weighted by ${weights[lag[2] as keyof typeof weights]}.`);
        expect(/^A/.test(name) && /^AATS/.test(name)).toBe(description.includes('averaged'));
        expect(/ATSC/.test(name)).toBe(description.startsWith('Centered'));
      }
      const ring = /^n(G?)(\d*)(F?)([aA]?)(H?)Ring$/.exec(name);
      if (ring) {
        const [, greater, size, fused, aromatic, hetero] = ring;
        expect(description.includes('or more')).toBe(greater === 'G');
        if (size) expect(description).toContain(`with ${size} `);
        expect(description.includes('fused')).toBe(fused === 'F');
        expect(description.includes('aromatic')).toBe(aromatic === 'a');
        expect(description.includes('aliphatic')).toBe(aromatic === 'A');
        expect(description.includes('hetero')).toBe(hetero === 'H');
      }
    }
  });

  test.each([
    ['ATS0dv', 'Moreau–Broto autocorrelation at lag 0, weighted by number of valence electrons.'],
    [
      'AATSC3c',
      'Centered Moreau–Broto autocorrelation at lag 3, averaged over the atom pairs, weighted by Gasteiger charge.',
    ],
    ['GATS8i', 'Geary coefficient of autocorrelation at lag 8, weighted by ionization potential.'],
    ['BCUTare-1l', 'First lowest eigenvalue of the Burden matrix weighted by Allred–Rochow electronegativity.'],
    ['SM1_DzZ', 'First spectral moment (trace) of the Barysz matrix weighted by atomic number.'],
    ['VE2_D', 'Average coefficient of the last eigenvector of the distance matrix (shortest paths between atoms).'],
    ['Xpc-6dv', 'Connectivity index chi of sixth order over path-cluster subgraphs, weighted by valence electrons.'],
    ['MAXaasC', 'Highest electrotopological state among the groups C with one single bond and two aromatic bonds.'],
    ['Mor07se', '3D-MoRSE scattering signal at distance 7, weighted by Sanderson electronegativity.'],
    ['n12FAHRing', 'Number of aliphatic fused heterorings with 12 members.'],
    ['PEOE_VSA1', 'Approximate surface area of the atoms with a Gasteiger charge under \u22120.3.'],
    ['SlogP_VSA11', 'Approximate surface area of the atoms with a logP contribution from 0.5 to 0.6.'],
    ['C1SP1', 'Number of sp carbons that are bound to 1 other carbon.'],
    ['MDEN-13', 'Molecular distance edge between primary and tertiary nitrogens.'],
  ])('%s', (name, text) => {
    expect(sentence(name)).toBe(text);
  });

  test('atom groups are written out', () => {
    expect(groupInWords('ddssS')).toBe('S with two single bonds and two double bonds');
    expect(groupInWords('sNH3')).toBe('NH3 with one single bond');
    expect(groupInWords('tsC')).toBe('C with one single bond and one triple bond');
  });
});

test('no family of descriptors lacks a member', () => {
  const of = (module: string) => all.filter((entry) => entry.module === module).map(({ name }) => name);
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const has = (names: string[]) => {
    for (const name of names) expect(descriptor(name), name).not.toBeNull();
  };
  const kinds = [...new Set(of('Autocorrelation').map((name) => name.replace(/\d.*/, '')))];
  expect(kinds.sort()).toEqual(['AATS', 'AATSC', 'ATS', 'ATSC', 'GATS', 'MATS']);
  const weightKeys = ['c', 'dv', 'd', 's', 'Z', 'm', 'v', 'se', 'pe', 'are', 'p', 'i'];
  for (const weight of weightKeys) {
    expect(weights).toHaveProperty(weight);
    for (const kind of ['ATSC', 'AATSC']) has(numbers(0, 8).map((lag) => `${kind}${lag}${weight}`));
    for (const kind of ['MATS', 'GATS']) has(numbers(1, 8).map((lag) => `${kind}${lag}${weight}`));
    expect(descriptor(`GATS0${weight}`)).toBeNull();
    has([`BCUT${weight}-1h`, `BCUT${weight}-1l`]);
  }
  expect(of('BCUT')).toHaveLength(24);

  const indices = 'SpAbs SpMax SpDiam SpAD SpMAD LogEE SM1 VE1 VE2 VE3 VR1 VR2 VR3'.split(' ');
  for (const weight of ['Z', 'm', 'v', 'se', 'pe', 'are', 'p', 'i']) has(indices.map((name) => `${name}_Dz${weight}`));
  has([...indices.map((name) => `${name}_Dt`), 'DetourIndex']);
  // The trace of a distance matrix is always zero: Mordred has no SM1_D.
  has(indices.filter((name) => name !== 'SM1').map((name) => `${name}_D`));

  for (const kind of 'PNSA PPSA DPSA FNSA FPSA WNSA WPSA'.split(' ')) has(numbers(1, 5).map((n) => kind + n));
  const dims = (names: string) => names.split(' ').map((name) => descriptor(name)?.dim);
  expect(new Set(dims('PNSA1 RNCS RPCS TASA TPSA RASA RPSA'))).toEqual(new Set(['3D']));
  expect(dims('RNCG RPCG')).toEqual(['2D', '2D']);

  for (const weight of ['d', 'dv']) {
    has(numbers(0, 7).map((order) => `Xp-${order}${weight}`));
    has(numbers(3, 6).map((order) => `Xc-${order}${weight}`));
    has(numbers(4, 6).map((order) => `Xpc-${order}${weight}`));
    has(numbers(3, 7).map((order) => `Xch-${order}${weight}`));
    expect(descriptor(`Xp-8${weight}`) ?? descriptor(`Xc-7${weight}`) ?? descriptor(`Xch-8${weight}`)).toBeNull();
  }
  for (const prefix of ['N', 'S', 'MAX', 'MIN']) expect(descriptor(`${prefix}aasC`)?.module).toBe('EState');
  for (const weight of ['m', 'v', 'se', 'p']) {
    has(numbers(1, 32).map((distance) => `Mor${String(distance).padStart(2, '0')}${weight}`));
  }
  expect(of('xTB')).toHaveLength(5);
  expect(searchDescriptors('Fukui').filter(({ module }) => module === 'xTB')).toHaveLength(3);
});

describe('browsing', () => {
  test('every module belongs to exactly one group, and the groups hold every descriptor once', () => {
    const modules = descriptorGroups.flatMap((group) => group.modules);
    expect(new Set(modules).size).toBe(modules.length);
    expect([...modules].sort()).toEqual([...new Set(all.map(({ module }) => module))].sort());
    const shown = descriptorGroups.flatMap((group) => familiesOfGroup(group)).flatMap((family) => family.descriptors);
    expect(shown).toHaveLength(all.length);
    expect(new Set(shown.map(({ name }) => name)).size).toBe(all.length);
  });
  test('a family has one module and a title of its own', () => {
    const moduleOf = new Map<string, string>();
    for (const { family, module } of all)
      expect(moduleOf.set(family, moduleOf.get(family) ?? module).get(family)).toBe(module);
  });
  test('search finds names and words, names first', () => {
    expect(searchDescriptors('atsc2p')[0]?.name).toBe('ATSC2p');
    expect(searchDescriptors('fused aromatic hetero').every(({ module }) => module === 'RingCount')).toBe(true);
    expect(searchDescriptors('electrophilicity').map(({ name }) => name)).toEqual(['global_electrophilicity_index']);
    expect(searchDescriptors('  ')).toEqual([]);
  });
});
