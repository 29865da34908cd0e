import { describe, expect, test } from 'vitest';
import { engines } from '../../methods/engines.ts';
import { methods } from '../../methods/methods.ts';
import { catalogue } from '../index.ts';
import { attribute, attributionsOf } from './attributions.ts';
import { cite, citeEngine } from './citations.ts';

const brief = (ids: string[], type?: string) =>
  attribute(ids, type).map(({ kind, titles, works }) => [kind, titles.join(', '), works.map(({ id }) => id).join(' ')]);

describe('attributions', () => {
  test.each([...methods])('method %s is under its title with its works', (id, { title }) => {
    expect(attribute([id])).toEqual([{ kind: 'method', titles: [title], works: cite(id) }]);
  });

  test.each([...engines])('engine %s is under its title with its works', (id, { title }) => {
    expect(attribute([`engine:${id}`])).toEqual([{ kind: 'engine', titles: [title], works: citeEngine(id) }]);
  });

  test('engines come first, then methods, then procedures; a work that an engine and a method share is under both', () => {
    expect(brief(['quasi_harmonic', 'aimnet2_wb97md3', 'irc', 'cpcmx', 'engine:aimnet2', 'geometric'])).toEqual([
      ['engine', 'AIMNet2', 'aimnet2'],
      ['engine', 'geomeTRIC', 'geometric'],
      ['method', methods.get('aimnet2_wb97md3')?.title, 'aimnet2'],
      ['method', 'CPCM-X', 'cpcmx'],
      ['procedure', '', 'quasi_harmonic irc'],
    ]);
  });

  test('engines with the very same works are one entry; the model that a setting names is cited alone', () => {
    expect(brief(['engine:xtb', 'engine:tblite', 'boltz_2', 'engine:boltz'])).toEqual([
      ['engine', 'xTB, tblite', 'xtb_program'],
      ['engine', 'Boltz', 'boltz_2'],
    ]);
    expect(brief(['engine:boltz'])).toEqual([['engine', 'Boltz', 'boltz_1 boltz_2']]);
  });

  test('a method of our own has the title of its type, and what nobody knows gives nothing', () => {
    expect(brief(['gfn2_alpb_linear'], 'pka')[0]?.[1]).toBe('GFN2-xTB/ALPB, calibrated');
    expect(brief(['constructor', 'engine:constructor', 'nothing'])).toEqual([]);
    expect(attributionsOf(null, null)).toEqual([]);
    expect(attributionsOf(null, null, ['tblite'])[0]?.titles).toEqual(['tblite']);
    expect(attributionsOf(null, null, [], ['gfn0_xtb', 'ours'])).toEqual(attribute(['gfn0_xtb']));
  });

  test.each(catalogue)(
    '$type: every work that it cites stands under an engine, a method or a procedure',
    async (entry) => {
      const definition = await entry.load();
      const data = definition.defaults();
      const works = attributionsOf(definition, data).flatMap((found) => found.works.map(({ id }) => id));
      expect(new Set(works)).toEqual(new Set(cite(...definition.works(data)).map(({ id }) => id)));
    },
  );
});
