import { Folder, WorkflowItem } from '@cuvette/core/entities';
import { expect, test } from 'vitest';
import type { FolderEntry } from '../paths.ts';
import { mostCompared, openSelection } from './open-selection.ts';

const item = (uuid: string, object_type: string): FolderEntry => ({
  type: 'workflow',
  data: WorkflowItem.parse({
    uuid,
    name: uuid,
    created_at: '2026-11-22T12:00:00Z',
    object_status: 2,
    object_type,
    parent_uuid: 'p',
  }),
});
const folder: FolderEntry = { type: 'folder', data: Folder.parse({ uuid: 'f', name: 'f' }) };

test('one opens its page, several of one type their comparison, several types the generic one', () => {
  expect(openSelection([item('a', 'irc')], false)).toEqual({ href: '/irc/a' });
  expect(openSelection([folder], true)).toEqual({ href: '/public/folder/f' });
  const alike = [item('a', 'redox_potential'), item('b', 'redox_potential')];
  expect(openSelection(alike, false)).toEqual({ href: '/compare/redox-potential?uuid=a&uuid=b' });
  const mixed = [item('a', 'irc'), item('b', 'spin_states')];
  expect(openSelection(mixed, true)).toEqual({
    href: '/public/compare/generic?type_uuid=irc_a&type_uuid=spin_states_b',
  });
  expect(openSelection(alike, true, 'key')).toEqual({
    href: '/public/compare/redox-potential?uuid=a&uuid=b&link=key',
  });
  const unknown = [item('a', 'of_tomorrow'), item('b', 'of_tomorrow')];
  expect(openSelection(unknown, false)).toEqual({
    href: '/compare/generic?type_uuid=of_tomorrow_a&type_uuid=of_tomorrow_b',
  });
});

test('what cannot be compared says why', () => {
  expect(openSelection([], false)).toHaveProperty('reason');
  expect(openSelection([item('a', 'irc'), folder], false)).toEqual({ reason: 'Folders cannot be compared.' });
  const many = Array.from({ length: mostCompared + 1 }, (_, index) => item(String(index), 'irc'));
  expect(openSelection(many, false)).toEqual({ reason: 'At most 50 items are compared at once.' });
});
