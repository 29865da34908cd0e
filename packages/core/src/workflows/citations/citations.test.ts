import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../entities/index.ts';
import { correctionTitles } from '../../methods/corrections.ts';
import { engines } from '../../methods/engines.ts';
import { engineExtensions, methodExtensions } from '../../methods/extensions.ts';
import { methods } from '../../methods/methods.ts';
import { definitionOf } from '../../testing/workflow-items.ts';
import { cite, citeEngine, creditedTypes, creditOfDefaults, descriptionCredit, hasCitation } from './citations.ts';
import { workText } from './work.ts';
import { works, worksOf } from './works.ts';
import { methodWorks } from './works-methods.ts';
import { propertyWorks } from './works-properties.ts';
import { toolWorks } from './works-tools.ts';

describe('the works', () => {
  test.each([...works])('%s reads as a reference, and its DOI has the form of one', (_, work) => {
    expect(workText(work)).toMatch(/^[^:]+: .+\. .+\.$/);
    expect(work.reference).not.toMatch(/\.$/);
    if (work.doi === null) return;
    expect(work.doi).toMatch(/^10\.\d{4,5}\/\S+$/);
    expect(work.doi).not.toMatch(/[.,;]$/);
  });

  test('no identifier, DOI or text occurs twice', () => {
    expect(works.size).toBe([methodWorks, toolWorks, propertyWorks].flatMap(Object.keys).length);
    const dois = [...works.values()].flatMap(({ doi }) => (doi ? [doi.toLowerCase()] : []));
    expect(new Set(dois).size).toBe(dois.length);
    expect(new Set([...works.values()].map(workText)).size).toBe(works.size);
  });

  test('the DOI of a preprint repeats the number that the reference prints', () => {
    const preprints = [...works.values()].filter(({ reference }) => reference.startsWith('arXiv '));
    expect(preprints.length).toBeGreaterThan(5);
    for (const { reference, doi } of preprints) expect(doi).toBe(`10.48550/arXiv.${reference.slice('arXiv '.length)}`);
  });

  test('no reference is to a work that is missing, and none lists a work twice', () => {
    for (const [subject, ids] of worksOf) {
      expect(
        ids.filter((id) => !works.has(id)),
        subject,
      ).toEqual([]);
      expect(new Set(ids).size, subject).toBe(ids.length);
    }
  });
});

describe('citations', () => {
  test.each([...methods.keys()])('method %s has a work to cite', (method) => {
    expect(hasCitation(method)).toBe(true);
  });

  test('every method but Hartree–Fock has a work that must be cited', () => {
    const without = [...methods.keys()].filter((method) => !cite(method).some(({ level }) => level === 'must'));
    expect(without).toEqual(['hf']);
  });

  test('names that are no methods have no citation as one', () => {
    expect(hasCitation('crest')).toBe(false);
    expect(hasCitation('constructor')).toBe(false);
    expect(cite('constructor', 'nothing')).toEqual([]);
    expect(citeEngine('nothing')).toEqual([]);
  });

  // The second list holds engines that results of other servers name.
  test.each([
    ...engines.keys(),
    ...engineExtensions.map(({ name }) => name),
    ...['aimnet2', 'mace', 'omat24', 'fairchem', 'orb', 'psi4', 'pyscf', 'xtb', 'terachem'],
    ...['openmm', 'mordred', 'starling', 'boltz', 'chai'],
  ])('engine %s has a work that must be cited', (engine) => {
    expect(citeEngine(engine).some(({ level }) => level === 'must')).toBe(true);
  });

  test.each([...correctionTitles.keys(), ...new Set([...engines.values()].flatMap((engine) => engine.solventModels))])(
    'correction or solvent model %s has a work to cite',
    (id) => {
      expect(cite(id).length).toBeGreaterThan(0);
    },
  );

  test.each(methodExtensions.map(({ value }) => value))('our own method %s has a work to cite', (value) => {
    expect(cite(value).length).toBeGreaterThan(0);
  });

  test('a work that several subjects share is listed once, and what must be cited comes first', () => {
    const found = cite('hf', 'r2scan_3c', 'r2scan', 'engine:tblite', 'engine:xtb');
    expect(found.map(({ id }) => id)).toEqual(['r2scan_3c', 'r2scan', 'd4', 'gcp', 'xtb_program', 'hf']);
    expect(found[0]).toEqual({
      id: 'r2scan_3c',
      text: 'Grimme, Hansen, Ehlert, Mewes: r²SCAN-3c. J. Chem. Phys. 2021, 154, 064103.',
      doi: '10.1063/5.0040021',
      level: 'must',
    });
  });
});

describe('credit in a description', () => {
  test.each(creditedTypes)('%s credits authors and asks to cite them', (type) => {
    expect(descriptionCredit(type)).toMatch(/^This workflow uses .+ by .+; please cite .+\.$/);
  });

  test('the sentence names method, authors and reference', () => {
    expect(descriptionCredit('protein_cofolding')).toBe(
      'This workflow uses Boltz-1 by Wohlwend, Corso, Passaro et al.; Boltz-2 by Passaro, Corso, Wohlwend et al.; and Chai-1 by Chai Discovery; please cite bioRxiv 2024 (DOI 10.1101/2024.11.19.624167); bioRxiv 2025 (DOI 10.1101/2025.06.14.659707); and bioRxiv 2024 (DOI 10.1101/2024.10.10.615955).',
    );
  });

  test('it narrows to what a server runs, and is missing where nobody is credited', () => {
    expect(descriptionCredit('solubility', ['esol'])).toBe(
      'This workflow uses ESOL by Delaney; please cite J. Chem. Inf. Comput. Sci. 2004, 44, 1000 (DOI 10.1021/ci034243x).',
    );
    expect(descriptionCredit('solubility', [])).toBeNull();
    expect(descriptionCredit('strain')).toBeNull();
    expect(descriptionCredit('constructor')).toBeNull();
  });

  const cpuServer = z.parse(MethodReport, {
    workers: 1,
    capabilities: ['solubility', 'macropka', 'rdkit', 'xtb'],
    methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] } },
  });

  test('a form credits what will run here, not the default that this server lacks', async () => {
    const ours = await definitionOf('solubility');
    const credit = creditOfDefaults(ours, cpuServer);
    expect(credit).toContain('ESOL by Delaney');
    expect(credit).not.toContain('FastSolv');
    expect(creditOfDefaults(ours, null)).toContain('FastSolv');
    const macro = creditOfDefaults(await definitionOf('macropka'), cpuServer);
    expect(macro).toContain('Thapa');
    expect(macro).not.toContain('Starling');
  });
});
