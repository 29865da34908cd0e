import { Folder } from '@cuvette/core/entities';
import { expect, test } from 'vitest';
import type { FolderEntry } from '../paths.ts';
import { destinationOf, moveProblem } from './destination.ts';

const folder = (uuid: string, more: object = {}): Extract<FolderEntry, { type: 'folder' }> => ({
  type: 'folder',
  data: Folder.parse({ uuid, name: `folder ${uuid}`, parent_uuid: 'root', ...more }),
});
const step = (uuid: string) => ({ uuid, name: uuid });

test('a folder is moved neither into itself nor below itself, nor where it is, nor where nothing may be put', () => {
  const inner = folder('inner', { parent_uuid: 'a', path: [step('root'), step('a'), step('inner')] });
  expect(moveProblem([folder('a')], destinationOf(folder('a').data))).toBe('“folder a” cannot be moved into itself.');
  expect(moveProblem([folder('a')], destinationOf(inner.data))).toBe(
    '“folder a” cannot be moved into a folder inside it.',
  );
  expect(moveProblem([folder('a')], { uuid: 'root', above: [] })).toBe('They are in this folder already.');
  expect(moveProblem([folder('a')], { uuid: 'b', above: ['root'], writable: false })).toBe(
    'You can read this project, but not add to it.',
  );
  expect(moveProblem([folder('r', { is_root: true })], { uuid: 'b', above: [] })).toBe(
    'The root folder of a project cannot be moved.',
  );
  expect(moveProblem([inner], { uuid: 'root', above: [] })).toBeNull();
  expect(moveProblem([folder('a'), inner], { uuid: 'root', above: [] })).toBeNull();
});
