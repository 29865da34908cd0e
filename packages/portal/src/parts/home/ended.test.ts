import type { WorkflowItem } from '@cuvette/core/entities';
import { expect, test } from 'vitest';
import { endedLong } from './ended.ts';

const item = (object_status: number, seconds = 90, uuid = 'a') =>
  ({
    uuid,
    object_status,
    started_at: '2026-01-01T00:00:00Z',
    completed_at: new Date(Date.parse('2026-01-01T00:00:00Z') + seconds * 1000).toISOString(),
  }) as WorkflowItem;

test('the end of a job of a minute is reported once; a short one, one that ended before, and one that runs are not', () => {
  expect(endedLong([item(1)], [item(2)]).map(({ uuid }) => uuid)).toEqual(['a']);
  expect(endedLong([item(1)], [item(3)])).toHaveLength(1);
  expect(endedLong([item(2)], [item(2)])).toEqual([]);
  expect(endedLong([item(1)], [item(2, 20)])).toEqual([]);
  expect(endedLong([item(0)], [item(1)])).toEqual([]);
  expect(endedLong([], [item(2)])).toEqual([]);
});
