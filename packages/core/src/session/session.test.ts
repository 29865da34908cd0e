import { expect, test, vi } from 'vitest';
import { createSession, sharedSession } from './index.ts';

test('the first structure becomes active, arrows stop at the ends, listeners hear changes only', () => {
  const session = createSession();
  const heard = vi.fn();
  session.subscribe(heard);
  session.setStructures(['a', 'b']);
  session.setStructures(['a', 'b']);
  expect(session.getState().structure).toBe('a');
  expect(heard).toHaveBeenCalledTimes(1);
  session.next();
  session.next();
  expect(session.getState().structure).toBe('b');
  session.previous();
  session.previous();
  expect(session.getState().structure).toBe('a');
  expect(heard).toHaveBeenCalledTimes(3);
});

test('a poll that brings more structures keeps the active one and its frame', () => {
  const session = createSession();
  session.setStructures(['a', 'b']);
  session.activate('b');
  session.setFrame(3);
  session.setStructures(['z', 'a', 'b']);
  expect(session.getState()).toMatchObject({ structure: 'b', frame: 3 });
  session.setStructures(['z']);
  expect(session.getState()).toMatchObject({ structure: 'z', frame: null });
});

test('elements with one key share their state until the last has gone', () => {
  const first = sharedSession('k');
  const second = sharedSession('k');
  first.session.setStructures(['a', 'b']);
  second.session.setStructures(['a', 'b']);
  const heard = vi.fn();
  second.session.subscribe(heard);
  first.session.activate('b');
  expect(heard).toHaveBeenCalledTimes(1);
  expect(second.session.getState()).toBe(first.session.getState());
  expect(second.session.getState().structure).toBe('b');
  first.release();
  first.release();
  const third = sharedSession('k');
  expect(third.session.getState().structure).toBe('b');
  third.release();
  second.release();
  expect(sharedSession('k').session.getState().structure).toBe(null);
});

test('elements of different items under one name keep their structures, and meet where identifiers match', () => {
  const viewer = sharedSession('page');
  const table = sharedSession('page');
  viewer.session.setStructures(['a1', 'both']);
  table.session.setStructures(['b1', 'both', 'b2']);
  expect(viewer.session.getState()).toMatchObject({ structure: 'a1', structures: ['a1', 'both', 'b1', 'b2'] });

  table.session.activate('both');
  expect(viewer.session.getState().structure).toBe('both');
  table.session.next();
  expect(table.session.getState().structure).toBe('b2');
  viewer.session.activate('both');
  viewer.session.next();
  expect(viewer.session.getState().structure).toBe('both');
  viewer.session.previous();
  expect(viewer.session.getState().structure).toBe('a1');

  viewer.release();
  expect(table.session.getState()).toMatchObject({ structure: 'b1', structures: ['b1', 'both', 'b2'] });
  table.release();
});

test('an element that has gone changes nothing any more', () => {
  const gone = sharedSession('late');
  const left = sharedSession('late');
  gone.session.setStructures(['x']);
  left.session.setStructures(['y']);
  gone.release();
  gone.session.setStructures(['z']);
  expect(left.session.getState().structures).toEqual(['y']);
  left.release();
});

test('the structure that is best to look at comes first, gives way to a better one, and never takes the place of a chosen one', () => {
  const session = createSession();
  session.setStructures(['a', 'b'], 'b');
  expect(session.getState().structure).toBe('b');
  session.setStructures(['a', 'b', 'c'], 'c');
  expect(session.getState().structure).toBe('c');
  session.activate('a');
  session.setStructures(['a', 'b', 'c', 'd'], 'd');
  expect(session.getState().structure).toBe('a');
  session.setStructures(['x', 'y'], 'y');
  expect(session.getState().structure).toBe('y');
});

test('of elements that share a session, the one that knows the best structure names it', () => {
  const [viewer, table] = [sharedSession('docking'), sharedSession('docking')];
  viewer.session.setStructures(['a', 'b']);
  table.session.setStructures(['a', 'b'], 'b');
  expect(viewer.session.getState().structure).toBe('b');
  viewer.release();
  table.release();
});
