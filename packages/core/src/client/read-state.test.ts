import { expect, test } from 'vitest';
import { type Read, readErrors, readState } from './index.ts';

const pending: Read = { pending: true, value: undefined };
const there: Read = { pending: false, value: { uuid: 'u' } };
const nothing: Read = { pending: false, value: null };
const failed: Read = { pending: false, value: null, failed: true };

test('items, then molecules, not-found when every read is empty, null when all is there', () => {
  expect(readState([pending])).toBe('items');
  expect(readState([there, pending], [pending])).toBe('items');
  expect(readState([there], [there, pending])).toBe('molecules');
  expect(readState([nothing, failed, { pending: false, value: [] }])).toBe('not-found');
  expect(readState([])).toBe('not-found');
  expect(readState([nothing, there], [nothing])).toBeNull();
  expect(readState([there])).toBeNull();
});

test('what could not be read sets a flag and is logged', () => {
  const logged: string[] = [];
  const of = (reads: Parameters<typeof readErrors>[0]) => readErrors(reads, (text) => logged.push(text));
  expect(of({ molecules: [there, nothing], protein: there })).toEqual({ molecules: false, protein: false });
  expect(of({})).toEqual({ molecules: false, protein: false });
  expect(logged).toEqual([]);
  expect(of({ molecules: [there, failed], protein: failed })).toEqual({ molecules: true, protein: true });
  expect(logged).toEqual(["Couldn't read workflow's molecules.", "Couldn't read workflow's protein."]);
});
