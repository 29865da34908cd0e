import { expect, test } from 'vitest';
import { createSession, initialViewerState, type SessionState, saveSession, ViewerState } from './index.ts';
import { readSession } from './read-session.ts';

const untouched: SessionState = createSession().getState();
const touched: Omit<SessionState, 'tabs' | 'openTab'> = {
  structures: ['a', 'b'],
  structure: 'b',
  atoms: [4, 5, 6, 1],
  tab: 'frequencies',
  frame: 7,
  mode: null,
  viewer: {
    ...initialViewerState,
    carbonHydrogen: false,
    labels: 'Ladung (µ)',
    camera: { centre: [0.5, -1.25, 3], rotation: [0, 0.7071, 0, 0.7071], distance: 41.5 },
  },
};
const { structures: _structures, ...saved } = touched;
const textOf = (value: unknown) => `1-${btoa(JSON.stringify(value)).replace(/=+$/, '')}`;

test('a session nobody touched is nothing to save, also with its first structure open', () => {
  expect(saveSession(untouched)).toBe('');
  expect(saveSession({ ...untouched, structures: ['a', 'b'], structure: 'a' })).toBe('');
});

test('what was saved is read again, from letters that an address need not escape', () => {
  const text = saveSession(touched);
  expect(encodeURIComponent(text)).toBe(text);
  expect(text.length).toBeLessThan(300);
  expect(readSession(text)).toEqual(saved);
});

test('a long run of atoms is short, a long list of lone ones is left out', () => {
  const run = { ...touched, atoms: Array.from({ length: 5000 }, (_, atom) => atom) };
  expect(saveSession(run).length).toBeLessThan(300);
  expect(readSession(saveSession(run))?.atoms).toHaveLength(5000);
  const lone = { ...touched, atoms: Array.from({ length: 5000 }, (_, atom) => 2 * atom) };
  expect(readSession(saveSession(lone))?.atoms).toEqual([]);
});

test('what is unknown is passed over, and what does not fit falls back to the beginning', () => {
  const read = readSession(
    textOf({
      s: 5,
      t: 'info',
      f: -1,
      a: '3-1',
      m: 2,
      x: 1,
      v: { spinning: 'yes', drawing: 'line', new: 1, camera: { centre: [0] } },
    }),
  );
  expect(read).toEqual({
    structure: null,
    tab: 'info',
    atoms: [],
    frame: null,
    mode: 2,
    viewer: { ...initialViewerState, drawing: 'line' },
  });
  expect(readSession(textOf({ a: '0-9999999' }))?.atoms).toEqual([]);
});

test('texts that are no sessions, or of another version, are none', () => {
  for (const text of [
    '',
    '1-',
    '1-%%%',
    '2-e30',
    'e30',
    '1-W10',
    textOf('text'),
    textOf(null),
    `1-${'A'.repeat(30_000)}`,
  ]) {
    expect(readSession(text), text.slice(0, 20)).toBe(null);
  }
});

test('every setting of a viewer survives', () => {
  const other: ViewerState = ViewerState.parse({
    spinning: true,
    drawing: 'stick',
    measurements: [[0, 1]],
    colourRange: [-1, 1],
    amplitude: 0.8,
    adjacentCells: false,
    closestCell: false,
    protein: { hiddenChains: ['B'] },
  });
  expect(readSession(saveSession({ ...touched, viewer: other }))?.viewer).toEqual(other);
});

test('a session is restored before its structures are known, and the structure comes with its frame', () => {
  const session = createSession();
  session.restore(saved);
  expect(session.getState()).toMatchObject({ tab: 'frequencies', structure: null, viewer: saved.viewer });
  session.setStructures(['a']);
  expect(session.getState()).toMatchObject({ structure: 'a', frame: null, atoms: [] });
  session.setStructures(['a', 'b']);
  expect(session.getState()).toMatchObject({ structure: 'b', frame: 7, atoms: [4, 5, 6, 1] });
  session.setStructures(['b', 'c']);
  expect(session.getState()).toMatchObject({ structure: 'b', frame: 7 });
});

test('who chooses a structure while the restored one is awaited stays with it', () => {
  const session = createSession();
  session.setStructures(['a', 'c']);
  session.restore(saved);
  session.activate('c');
  session.setStructures(['a', 'b', 'c']);
  expect(session.getState().structure).toBe('c');
});

test('what a restored session does not name stays; no structure is the first one', () => {
  const session = createSession();
  session.setStructures(['a', 'b']);
  session.activate('b');
  session.setFrame(3);
  session.restore({ tab: 'info' });
  expect(session.getState()).toMatchObject({ structure: 'b', frame: 3, tab: 'info' });
  session.restore({ structure: null, frame: 1 });
  expect(session.getState()).toMatchObject({ structure: 'a', frame: 1 });
  const early = createSession();
  early.restore({ structure: null, frame: 4 });
  early.setStructures(['a', 'b']);
  expect(early.getState()).toMatchObject({ structure: 'a', frame: 4 });
});
