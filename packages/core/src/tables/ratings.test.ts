import { describe, expect, test } from 'vitest';
import { admetProperties, admetPropertiesOf, admetProperty, admetTabs, rateAdmet } from './admet-properties.ts';
import { clearanceAtExtraction } from './admet-rules.ts';
import fixture from './fixtures/admet-properties.json' with { type: 'json' };
import { rate, rateStrain, ratingOf, ruleInWords, scoreRules } from './ratings.ts';
import { rateSolubility, solubilityInWords } from './solubility-ratings.ts';

const buckets = (id: string, values: readonly number[]) => values.map((value) => rateAdmet(id, value)?.bucket);

describe('ADMET properties', () => {
  test('are the 49 of the model, in its categories, with its ranges', () => {
    expect(admetProperties).toHaveLength(49);
    expect(admetProperties.map(({ id }) => id).sort()).toEqual(fixture.map(({ id }) => id).sort());
    for (const row of fixture) {
      const property = admetProperty(row.id);
      expect(property?.tab).toBe(row.category.toLowerCase());
      if (property?.minimum !== null) expect(property?.minimum).toBe(Number(row.minimum));
      const probability = row.task_type === 'classification';
      if (probability) expect(property?.description, row.id).toMatch(/^Probability (that|of) /);
    }
    expect(admetTabs.map((tab) => admetPropertiesOf(tab).length)).toEqual([8, 8, 8, 3, 3, 19]);
    expect(new Set(admetProperties.map(({ shortName }) => shortName)).size).toBe(49);
  });

  test('each has its names, a description, a unit or none, a precision, and buckets where it is rated', () => {
    for (const property of admetProperties) {
      expect(property.displayName, property.id).toMatch(/\S/);
      expect(property.shortName, property.id).toMatch(/\S/);
      expect(property.description, property.id).toMatch(/^[A-Z0-9].*\.$/);
      expect(property.unit === null || property.unit.length > 0, property.id).toBe(true);
      expect(property.minimum === null || Number.isFinite(property.minimum), property.id).toBe(true);
      expect(property.precision, property.id).toBeGreaterThanOrEqual(0);
      expect(typeof property.unreliable, property.id).toBe('boolean');
      if (property.rating) expect(property.rating.rule.kind, property.id).toMatch(/\w/);
    }
    expect(admetProperties.some(({ minimum }) => minimum !== null)).toBe(true);
    expect(admetProperties.filter(({ rating }) => rating).length).toBeGreaterThan(35);
  });

  test('buckets, at the limits', () => {
    expect(buckets('molecular_weight', [500, 500.1, 1000, 1001])).toEqual(['good', 'okay', 'okay', 'bad']);
    expect(buckets('logP', [-0.1, 0, 5, 5.1])).toEqual(['bad', 'good', 'good', 'bad']);
    expect(buckets('hydrogen_bond_acceptors', [10, 11, 12, 13])).toEqual(['good', 'okay', 'okay', 'bad']);
    expect(buckets('hydrogen_bond_donors', [5, 6, 7, 8])).toEqual(['good', 'okay', 'okay', 'bad']);
    expect(buckets('Lipinski', [4, 3, 2])).toEqual(['good', 'okay', 'bad']);
    expect(buckets('QED', [0.6, 0.59, 0.1])).toEqual(['good', 'okay', 'bad']);
    expect(buckets('tpsa', [140, 141, 201])).toEqual(['good', 'okay', 'bad']);
  });

  test('probabilities at 0.6 and 0.3, reversed for inhibition and toxicity', () => {
    expect(buckets('HIA_Hou', [0.29, 0.3, 0.59, 0.6])).toEqual(['bad', 'okay', 'okay', 'good']);
    expect(buckets('hERG', [0.29, 0.3, 0.6, 0.61])).toEqual(['good', 'okay', 'okay', 'bad']);
    for (const { id, displayName, tab, rating } of admetProperties) {
      const reversed = tab === 'toxicity' || displayName.includes('Inhibition');
      if (rating && fixture.find((row) => row.id === id)?.task_type === 'classification') {
        expect(rateAdmet(id, 0.9)?.bucket, id).toBe(reversed ? 'bad' : 'good');
      }
    }
  });

  test('VDss, PPBR and both clearances carry the unreliable flag, nothing else does', () => {
    expect(
      admetProperties
        .filter(({ unreliable }) => unreliable)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['Clearance_Hepatocyte_AZ', 'Clearance_Microsome_AZ', 'PPBR_AZ', 'VDss_Lombardo']);
  });

  test('our own limits: clearance by hepatic extraction, half-life by what is left, solubility; each with its reason', () => {
    expect([0.3, 0.7].map((extraction) => clearanceAtExtraction(extraction, 'hepatocyte'))).toEqual([3.6, 19]);
    expect([0.3, 0.7].map((extraction) => clearanceAtExtraction(extraction, 'microsome'))).toEqual([9.5, 52]);
    expect(buckets('Half_Life_Obach', [2, 4, 12])).toEqual(['bad', 'okay', 'good']);
    expect(buckets('Solubility_AqSolDB', [-7, -6, -4])).toEqual(['bad', 'okay', 'good']);
    for (const id of ['Half_Life_Obach', 'Solubility_AqSolDB', 'Clearance_Hepatocyte_AZ', 'Clearance_Microsome_AZ']) {
      expect(admetProperty(id)?.rating?.source).toMatch(/^Cuvette’s choice: /);
    }
    expect(rateSolubility(-5)?.bucket).toBe('okay');
    expect(solubilityInWords(-3)).toContain('moderately');
  });

  test('an unknown property, or no value, has no rating', () => {
    expect(rateAdmet('mw', 300)).toBeNull();
    expect(rateAdmet('tpsa', null)).toBeNull();
    expect(rateAdmet('tpsa', Number.NaN)).toBeNull();
    expect(rateAdmet('stereo_centers', 3)).toBeNull();
  });
});

test('scores of structures', () => {
  const words = (name: keyof typeof scoreRules, values: number[]) =>
    values.map((value) => rate(scoreRules[name], value)?.word);
  expect(words('bbb_penetrance', [0.39, 0.4, 0.6])).toEqual(['bad', 'okay', 'good']);
  expect(words('ptm', [0.49, 0.5, 0.7])).toEqual(['bad', 'okay', 'good']);
  expect(words('iptm', [0.59, 0.6, 0.8])).toEqual(['bad', 'okay', 'good']);
  expect(words('plddt', [0.49, 0.5, 0.7])).toEqual(['bad', 'okay', 'good']);
  expect(words('confidence_score', [0.49, 0.5, 0.75])).toEqual(['bad', 'okay', 'good']);
  expect(words('affinity_probability', [0.49, 0.5, 0.75])).toEqual(['bad', 'okay', 'good']);
});

test('strain: good under 4, okay to 8, bad above; not computed is unknown', () => {
  expect([3.99, 4, 8, 8.01].map((strain) => rateStrain(strain)?.bucket)).toEqual(['good', 'okay', 'okay', 'bad']);
  expect(rateStrain(null)).toBeNull();
});

test('each bucket has a word and a shape of its own, each rule its words', () => {
  const all = (['good', 'okay', 'bad'] as const).map(ratingOf);
  expect(new Set(all.map(({ word }) => word)).size).toBe(3);
  expect(new Set(all.map(({ shape }) => shape)).size).toBe(3);
  expect(ruleInWords({ kind: 'below', good: 4, okay: 8 })).toBe('good under 4, okay up to 8');
});
