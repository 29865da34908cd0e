import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { schemaProblems } from '../workflows/parts/forms/schema-problems.ts';
import { FolderCreate } from './folder.ts';
import { longestName, mendedName, Name, nameProblem } from './name.ts';
import { ProjectCreate } from './project.ts';
import { ProteinUpdate } from './proteins/protein.ts';
import { SavedColumnsCreate } from './saved-list.ts';
import { WorkflowSubmission, WorkflowUpdate } from './workflow-bodies.ts';

const unfit = [
  ['two lines', 'a\nb'],
  ['a tab', 'a\tb'],
  ['NUL', 'a\u0000b'],
  ['a line separator', 'a\u2028b'],
  ['a mark that turns the writing', 'report\u202Efdp.exe'],
  ['an isolate', 'a\u2066b'],
  ['half a character', 'a\ud800'],
  ['a byte order mark', 'a\ufeffb'],
] as const;
const unseen = ['', '  ', '\u00a0', '\u200b', '\u200d\u200b', '\n'];
const fine = ['ibuprofen', '2,4-D (R/S) · 50 %', 'Säure', 'حمض', '水', '🧪', '👩‍🔬', '#1'];

describe('a name', () => {
  test.each(unfit)('with %s is refused', (_what, name) => {
    expect(z.safeParse(Name, name).success).toBe(false);
  });
  test('in which nothing can be seen is refused; blanks around it are no part of it', () => {
    for (const name of unseen) expect(z.safeParse(Name, name).success, JSON.stringify(name)).toBe(false);
    for (const name of fine) expect(z.parse(Name, ` ${name} `)).toBe(name);
    expect(z.safeParse(Name, 'a'.repeat(longestName + 1)).success).toBe(false);
  });
  test('is judged in words for whoever types it, as the server judges it', () => {
    for (const [, name] of unfit) expect(nameProblem(name), name).toMatch(/^A name must be one line .*\.$/);
    expect(nameProblem('  ')).toBe('Give it a name.');
    expect(nameProblem('\u200b')).toBe('A name must have a letter, a digit or a sign.');
    expect(nameProblem('a'.repeat(502))).toBe('A name has at most 500 characters; this one has 502.');
    for (const name of [...unfit.map(([, text]) => text), ...unseen, ...fine, 'a'.repeat(500), 'a'.repeat(501)]) {
      expect(nameProblem(name) === null, JSON.stringify(name)).toBe(z.safeParse(Name, name).success);
    }
    expect(nameProblem('', { mayBeEmpty: true })).toBeNull();
    expect(nameProblem('\u200b', { mayBeEmpty: true })).toBe('A name must have a letter, a digit or a sign.');
  });
  test('is the same for folders, projects, items, proteins and saved lists; a submission may leave it open', () => {
    const bodies = [
      [FolderCreate, {}],
      [ProjectCreate, {}],
      [WorkflowUpdate, {}],
      [ProteinUpdate, {}],
      [SavedColumnsCreate, { columns: [] }],
    ] as const;
    for (const [schema, more] of bodies) {
      for (const name of ['  ', 'a\u202eb', 'a\nb']) {
        const { error } = z.safeParse(schema as z.ZodMiniType, { name, ...more });
        expect(error && schemaProblems(error, { name, ...more })[0]?.field).toBe('name');
      }
    }
    const submitted = (name: string | null) => z.parse(WorkflowSubmission, { workflow_type: 'x', name }).name;
    expect(['  ', ' a ', null].map(submitted)).toEqual(['', 'a', null]);
    expect(() => submitted('a\u202eb')).toThrow();
  });
  test('that hides or turns text is written out where it is refused', () => {
    const { error } = z.safeParse(ProjectCreate, { name: 'a\u202eb' });
    expect(error && schemaProblems(error, { name: 'a\u202eb' })[0]?.detail).toBe(
      'name: must be one line without control characters and marks of writing direction (found "a\\u{202e}b").',
    );
  });
  test('of foreign data is mended to one that fits', () => {
    for (const [, name] of unfit) expect(z.safeParse(Name, mendedName(name, 'x')).success, name).toBe(true);
    expect(mendedName(' a\r\n\tb\u202e ', 'x')).toBe('a b');
    for (const name of unseen) expect(mendedName(name, 'Conformer Search')).toBe('Conformer Search');
    for (const name of fine) expect(mendedName(name, 'x')).toBe(name);
    expect(z.safeParse(Name, mendedName('👩'.repeat(400), 'x')).success).toBe(true);
  });
});
