import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Phrase } from './phrase-schema.ts';
import { eachOnce, inEnglish, listed, numbered, phrase, sentences } from './phrases.ts';

describe('a text with values', () => {
  test('is an identifier with its values, which the English sentence is made of', () => {
    const text = phrase('Weight at pH {pH}', { pH: 7.4 });
    expect(Object.entries(text)).toEqual([
      ['id', 'Weight at pH {pH}'],
      ['values', { pH: 7.4 }],
    ]);
    expect(inEnglish(text)).toBe('Weight at pH 7.4');
    expect(inEnglish('Conformer')).toBe('Conformer');
  });

  test('things are numbered, listed and put one after another, of which each keeps its own identifier', () => {
    const most = phrase('At most {count}.', { count: 2 });
    expect(numbered('Pose', 3).values).toEqual({ name: 'Pose', number: 3 });
    expect(inEnglish(sentences('One.', null, '', most))).toBe('One. At most 2.');
    expect(Object.entries(sentences('One.', most))).toContainEqual(['values', { first: 'One.', more: most }]);
    expect(sentences(null)).toBe('');
    expect(inEnglish(listed(['contains Fe', phrase('charge {charge}', { charge: '+2' })]))).toBe(
      'contains Fe, charge +2',
    );
    expect(eachOnce([numbered('Pose', 1), 'Pose 1', numbered('Pose', 2)])).toHaveLength(2);
  });

  test('two texts that read the same in English stay two, however many were made', () => {
    const [pose, person] = [numbered('Pose', 1), 'Pose 1'];
    const other = phrase('Pose {number}', { number: 1 });
    for (let number = 0; number < 30_000; number++) numbered('Frame', number);
    expect([pose, other].map(inEnglish)).toEqual([person, person]);
    expect([pose.id, other.id, typeof person]).toEqual(['{name} {number}', 'Pose {number}', 'string']);
  });

  test('is sent and stored whole: what comes back from JSON says the same', () => {
    const text = sentences('Rating.', phrase('Gas: {gas}.', { gas: numbered('N', 2) }));
    const back = z.parse(Phrase, JSON.parse(JSON.stringify(text)));
    expect(Object.entries(back)).toEqual(Object.entries(text));
    expect(inEnglish(back)).toBe('Rating. Gas: N 2.');
    expect(z.safeParse(Phrase, { id: 'Gas: {gas}.', values: { gas: null } }).success).toBe(false);
  });
});
