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

test('elements with one key share a session until the last has gone', () => {
  const first = sharedSession('k');
  const second = sharedSession('k');
  expect(second.session).toBe(first.session);
  first.release();
  first.release();
  expect(sharedSession('k').session).toBe(first.session);
});
