import { expect, test, vi } from 'vitest';
import { createSession } from '../session/index.ts';
import { applyFrameChange, createFrameSide, FrameMessage, frameStateOf, type Incoming } from './index.ts';

const said = (body: object) => ({ namespace: 'cuvette', version: 1, ...body });
const settled = () => new Promise((resolve) => setTimeout(resolve));

function opened(options: { fail?: string } = {}) {
  const session = createSession();
  session.setStructures(['conformer 1', 'conformer 2']);
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
  ['an unknown request', said({ type: 'delete', id: '1' })],
  ['a request without an identifier', said({ type: 'get' })],
  ['atoms that are none', said({ type: 'set', id: '1', state: { atoms: [-1] } })],
  ['a tab that is no text', said({ type: 'set', id: '1', state: { tab: { toString: 'info' } } })],
  ['a theme that is none', said({ type: 'theme', id: '1', theme: 'url(evil)' })],
])('%s is passed over in silence', async (_what, message) => {
  const { parent, receive, onConnect } = opened();
  receive(message);
  await settled();
  expect(parent.postMessage).not.toHaveBeenCalled();
  expect(onConnect).not.toHaveBeenCalled();
});

test('what cannot be done is said in words, under the identifier of the request, and nothing of it is done', async () => {
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
