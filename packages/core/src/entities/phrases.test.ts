import { describe, expect, test } from 'vitest';
import { numbered, phrase, phraseOf, sentences } from './phrases.ts';

describe('a text with values', () => {
  test('is its English sentence, and remembers its identifier and values', () => {
    const text = phrase('Weight at pH {pH}', { pH: 7.4 });
    expect(text).toBe('Weight at pH 7.4');
    expect(phraseOf(text)).toEqual({ id: 'Weight at pH {pH}', values: { pH: 7.4 } });
    expect(phraseOf('Conformer')).toEqual({ id: 'Conformer', values: {} });
  });

  test('things are numbered and sentences are put together, of which each keeps its own identifier', () => {
    expect(numbered('Pose', 3)).toBe('Pose 3');
    expect(phraseOf(numbered('Pose', 3)).values).toEqual({ name: 'Pose', number: 3 });
    expect(sentences('One.', null, '', phrase('At most {count}.', { count: 2 }))).toBe('One. At most 2.');
    expect(phraseOf(sentences('One.', phrase('At most {count}.', { count: 2 }))).values).toEqual({
      first: 'One.',
      more: 'At most 2.',
    });
    expect(sentences(null)).toBe('');
  });

  test('texts that nobody asks for any more make place; those in use stay', () => {
    const used = numbered('Frame', 0);
    for (let number = 1; number <= 25_000; number++) {
      numbered('Frame', number);
      phraseOf(used);
    }
    expect(phraseOf(used).id).toBe('{name} {number}');
    expect(phraseOf('Frame 1')).toEqual({ id: 'Frame 1', values: {} });
  });
});
