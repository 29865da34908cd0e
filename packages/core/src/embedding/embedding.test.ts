import { expect, test, vi } from 'vitest';
import { createSession } from '../session/index.ts';
import {
  applyFrameChange,
  createFrameSide,
  FrameMessage,
  frameStateOf,
  type Incoming,
  type StructureFacts,
} from './index.ts';

const said = (body: object) => ({ namespace: 'cuvette', version: 1, ...body });
const settled = () => new Promise((resolve) => setTimeout(resolve));

function opened(options: { fail?: string } = {}) {
  const session = createSession();
  session.setStructures(['conformer 1', 'conformer 2']);
  session.tellTabs(['conformers', 'info'], 'conformers');
  const parent = { postMessage: vi.fn<(message: unknown, origin: string) => void>() };
  const onConnect = vi.fn();
  const side = createFrameSide({
    parent,
    onConnect,
    answer(request) {
      if (options.fail) throw new Error(options.fail);
      if (request.type === 'set') applyFrameChange(session, request.state);
      return frameStateOf(session);
    },
  });
  const receive = (data: unknown, from: Partial<Incoming> = {}) =>
    side.receive({ data, source: parent, origin: 'https://wiki.example', port: null, ...from });
  return { session, parent, side, receive, onConnect };
}

test('a host reads and sets the state, and gets the answers under its own identifiers', async () => {
  const { session, parent, receive } = opened();
  receive(said({ type: 'get', id: 'a' }));
  receive(said({ type: 'set', id: 'b', state: { structure: 'conformer 2', frame: 3, atoms: [0, 4], tab: 'info' } }));
  await settled();
  expect(session.getState()).toMatchObject({ structure: 'conformer 2', frame: 3, atoms: [0, 4], tab: 'info' });
  const [first, second] = parent.postMessage.mock.calls;
  expect(first?.[0]).toMatchObject({ type: 'answer', id: 'a', state: { structure: 'conformer 1' } });
  expect(second?.[0]).toMatchObject({ type: 'answer', id: 'b', state: { structure: 'conformer 2', mode: null } });
  for (const [message] of parent.postMessage.mock.calls) expect(FrameMessage.safeParse(message).success).toBe(true);
});

test('a state that was kept is set again as one text', async () => {
  const { session, parent, receive } = opened();
  receive(said({ type: 'set', id: 'a', state: { structure: 'conformer 2', atoms: [1, 2], tab: 'info' } }));
  await settled();
  const [answer] = parent.postMessage.mock.lastCall ?? [];
  const { saved } = (answer as { state: { saved: string } }).state;
  receive(said({ type: 'set', id: 'b', state: { structure: 'conformer 1', atoms: [], tab: 'conformers' } }));
  receive(said({ type: 'set', id: 'c', state: { saved } }));
  await settled();
  expect(session.getState()).toMatchObject({ structure: 'conformer 2', atoms: [1, 2], tab: 'info' });
  receive(said({ type: 'set', id: 'd', state: { saved: '%%%', tab: 'conformers' } }));
  await settled();
  expect(parent.postMessage.mock.lastCall?.[0]).toMatchObject({ id: 'd', message: 'The saved state cannot be read.' });
  expect(session.getState().tab).toBe('info');
});

test('all that carries content goes to the origin that the host really has', async () => {
  const { parent, side, receive } = opened();
  side.tell({ event: 'tab', detail: { tab: 'info' } });
  expect(parent.postMessage).not.toHaveBeenCalled();
  side.hello();
  expect(parent.postMessage.mock.calls).toEqual([[said({ type: 'hello' }), '*']]);
  receive(said({ type: 'get', id: '1' }));
  await settled();
  side.tell({ event: 'tab', detail: { tab: 'info' } });
  expect(parent.postMessage.mock.calls.slice(1).map(([, origin]) => origin)).toEqual([
    'https://wiki.example',
    'https://wiki.example',
  ]);
  expect(parent.postMessage.mock.lastCall?.[0]).toEqual(said({ type: 'event', event: 'tab', detail: { tab: 'info' } }));
});

test('nobody but the parent is heard: no sibling frame, no opened window, no other origin later', async () => {
  const { session, parent, receive } = opened();
  const sibling = { postMessage: vi.fn() };
  const attack = said({ type: 'set', id: 'x', state: { structure: 'conformer 2' } });
  receive(attack, { source: sibling });
  receive(attack, { source: null });
  receive(said({ type: 'hello' }), { source: sibling });
  receive(said({ type: 'get', id: '1' }));
  receive(attack, { origin: 'https://evil.example' });
  await settled();
  expect(session.getState().structure).toBe('conformer 1');
  expect(sibling.postMessage).not.toHaveBeenCalled();
  expect(parent.postMessage).toHaveBeenCalledTimes(1);
});

test.each([
  ['text', 'hello'],
  ['nothing', null],
  ['another namespace', { namespace: 'other', version: 1, type: 'get', id: '1' }],
  ['another version', { namespace: 'cuvette', version: 2, type: 'get', id: '1' }],
  ['a request without an identifier', said({ type: 'get' })],
  ['a request with an identifier that is none', said({ type: 'set', id: 7, state: { atoms: [-1] } })],
  ['what a frame says itself', said({ type: 'answer', id: '1' })],
])('%s is passed over in silence', async (_what, message) => {
  const { parent, receive, onConnect } = opened();
  receive(message);
  await settled();
  expect(parent.postMessage).not.toHaveBeenCalled();
  expect(onConnect).not.toHaveBeenCalled();
});

const malformed: [string, object, string][] = [
  ['an unknown request', { type: 'delete' }, 'Unknown request. Requests are get, set and theme.'],
  ['a theme that is none', { type: 'theme', theme: 'pink' }, 'The theme is “light”, “dark” or “auto”.'],
  ['a state that is none', { type: 'set', state: 5 }, 'The values to set must be an object, such as { tab: "info" }.'],
  [
    'a structure that is no text',
    { type: 'set', state: { structure: 5 } },
    '“structure” must be the identifier of a structure, as text.',
  ],
  [
    'atoms that are none',
    { type: 'set', state: { atoms: [-1, 1.5] } },
    '“atoms” must be a list of atoms, each a whole number counted from 0.',
  ],
  [
    'what cannot be set',
    { type: 'set', state: { foo: 1, tab: 'info' } },
    'There is no “foo” to set. These can be set: structure, atoms, tab, frame, mode, saved.',
  ],
];

test.each(malformed)('%s is refused in words, to the host and through its port', async (_what, body, message) => {
  const { session, parent, receive } = opened();
  receive(said({ ...body, id: '1' }));
  expect(parent.postMessage.mock.calls).toEqual([[said({ type: 'error', id: '1', message }), 'https://wiki.example']]);
  // A page without an origin cannot be answered past its port.
  receive(said({ ...body, id: '2' }), { origin: 'null' });
  expect(parent.postMessage).toHaveBeenCalledTimes(1);
  let ask: (data: unknown) => void = () => {};
  const post = vi.fn();
  receive(said({ type: 'connect' }), { port: { post, listen: (hear) => void (ask = hear) } });
  ask(said({ ...body, id: '3' }));
  await settled();
  expect(post.mock.calls).toEqual([[said({ type: 'error', id: '3', message })]]);
  expect(session.getState()).toMatchObject({ structure: 'conformer 1', tab: null, atoms: [] });
});

const waterFacts: StructureFacts = { atoms: 3, frames: 3, modes: 3, shownFrame: 2, steps: null };

test('a state says what is seen: the open tab and the frame, also where nobody chose them', () => {
  const { session } = opened();
  const state = (facts: Partial<StructureFacts> = {}) => frameStateOf(session, () => ({ ...waterFacts, ...facts }));
  expect(state()).toMatchObject({ tab: 'conformers', frame: 2 });
  expect(state({ frames: 1 }).frame).toBe(null);
  expect(state({ frames: null, shownFrame: 7 }).frame).toBe(7);
  expect(state({ shownFrame: null }).frame).toBe(null);
  expect(state({ steps: ['conformer 2', 'conformer 1'] }).frame).toBe(1);
  session.setTab('zzz');
  session.setFrame(999);
  session.selectAtoms([1, 99]);
  session.setMode(12);
  expect(state()).toMatchObject({ tab: 'conformers', frame: 2, atoms: [1], mode: null });
  session.setTab('info');
  session.setFrame(0);
  expect(state()).toMatchObject({ tab: 'info', frame: 0 });
});

test.each([
  [{ tab: 'zzz' }, 'There is no tab “zzz” here. These are: conformers, info.'],
  [{ frame: 3 }, 'The structure has no frame 3. They are counted from 0 to 2.'],
  [{ atoms: [0, 99] }, 'The structure has no atom 99. They are counted from 0 to 2.'],
  [{ mode: 3 }, 'The structure has no vibrational mode 3. They are counted from 0 to 2.'],
])('%o is refused where it is not there, and nothing of the change is shown', (change, message) => {
  const { session } = opened();
  const before = session.getState();
  expect(() => applyFrameChange(session, { structure: 'conformer 2', ...change }, () => waterFacts)).toThrow(message);
  expect(session.getState()).toBe(before);
});

test('what a change asks for is looked up in the structure that it is about', () => {
  const { session } = opened();
  const factsOf = vi.fn(() => ({ ...waterFacts, modes: 0 }));
  applyFrameChange(session, { structure: 'conformer 2', atoms: [2] }, factsOf);
  expect(factsOf).toHaveBeenLastCalledWith('conformer 2');
  const { saved } = frameStateOf(session);
  applyFrameChange(session, { structure: 'conformer 1' }, factsOf);
  applyFrameChange(session, { saved, frame: 0 }, factsOf);
  expect(factsOf).toHaveBeenLastCalledWith('conformer 2');
  expect(session.getState()).toMatchObject({ structure: 'conformer 2', frame: 0, atoms: [2] });
  expect(() => applyFrameChange(session, { mode: 0 }, factsOf)).toThrow('It has none.');
});

test('where structures are the steps of one motion, a frame is one of them', () => {
  const { session } = opened();
  applyFrameChange(session, { frame: 1 }, () => ({
    ...waterFacts,
    frames: 2,
    steps: ['conformer 1', 'conformer 2'],
  }));
  expect(session.getState()).toMatchObject({ structure: 'conformer 2', frame: null });
});

test('what cannot be done is refused with a reason, under the identifier of the request, and nothing of it is done', async () => {
  const { session, parent, receive } = opened();
  receive(said({ type: 'set', id: '7', state: { structure: 'conformer 9', tab: 'info' } }));
  await settled();
  expect(parent.postMessage.mock.lastCall?.[0]).toEqual(
    said({
      type: 'error',
      id: '7',
      message: 'There is no structure “conformer 9” here. These are: conformer 1, conformer 2.',
    }),
  );
  expect(session.getState()).toMatchObject({ structure: 'conformer 1', tab: null });
  const broken = opened({ fail: 'The item was not found.' });
  broken.receive(said({ type: 'get', id: '8' }));
  await settled();
  expect(broken.parent.postMessage.mock.lastCall?.[0]).toMatchObject({ id: '8', message: 'The item was not found.' });
});

test('a host without an origin is answered through the port that it brings, else not at all', async () => {
  const { parent, side, receive, onConnect } = opened();
  receive(said({ type: 'get', id: '1' }), { origin: 'null' });
  await settled();
  expect(parent.postMessage).not.toHaveBeenCalled();
  let ask: (data: unknown) => void = () => {};
  const port = {
    post: vi.fn(),
    listen: (hear: (data: unknown) => void) => {
      ask = hear;
    },
  };
  receive(said({ type: 'connect', autoHeight: true }), { origin: 'null', port });
  expect(onConnect).toHaveBeenCalledWith({ autoHeight: true });
  ask(said({ type: 'get', id: '2' }));
  ask({ type: 'get', id: '3' });
  await settled();
  side.tell({ event: 'height', detail: { height: 480 } });
  expect(port.post.mock.calls.map(([{ id, type }]) => id ?? type)).toEqual(['2', 'event']);
  expect(parent.postMessage).not.toHaveBeenCalled();
});

test('hello is answered with hello, so that neither side has to be there first', () => {
  const { parent, receive } = opened();
  receive(said({ type: 'hello' }));
  expect(parent.postMessage.mock.calls).toEqual([[said({ type: 'hello' }), '*']]);
});
