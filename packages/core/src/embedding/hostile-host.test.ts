import { expect, test, vi } from 'vitest';
import { createSession } from '../session/index.ts';
import { applyFrameChange, createFrameSide, FrameMessage, type FramePort, FrameState, frameStateOf } from './index.ts';

const said = (body: object) => ({ namespace: 'cuvette', version: 1, ...body });
const saved = (value: unknown) => `1-${btoa(typeof value === 'string' ? value : JSON.stringify(value))}`;
const settled = () => new Promise((resolve) => setTimeout(resolve));
const [short, long] = ['x'.repeat(200), 'x'.repeat(1_000_000)];

/** The frame's side as a page has it, and a parent that is the only one heard. */
function opened() {
  const session = createSession();
  session.setStructures(['conformer 1', 'conformer 2']);
  session.tellTabs(['conformers', 'info'], 'conformers');
  const parent = { postMessage: vi.fn<(message: unknown, origin: string) => void>() };
  const onConnect = vi.fn();
  const facts = () => ({ atoms: 3, frames: 1, modes: 0, shownFrame: null, steps: null });
  const side = createFrameSide({
    parent,
    onConnect,
    answer(request) {
      if (request.type === 'set') applyFrameChange(session, request.state, facts);
      return frameStateOf(session, facts);
    },
  });
  const receive = (data: unknown, port: FramePort | null = null) =>
    side.receive({ data, source: parent, origin: 'https://evil.example', port });
  return { session, parent, receive, side, onConnect };
}

/** What a page of its own making sends with a valid envelope and identifier. JSON makes `__proto__` a key as any other. */
const attacks: [string, unknown][] = [
  ['a prototype as the state', JSON.parse('{"type":"set","state":{"__proto__":{"polluted":1}}}')],
  ['a prototype in the message', JSON.parse('{"type":"get","__proto__":{"polluted":1}}')],
  ['a constructor to set', { type: 'set', state: { constructor: { prototype: { polluted: 1 } } } }],
  ['a structure named as a property of objects', { type: 'set', state: { structure: 'constructor' } }],
  ['a tab named as a property of objects', { type: 'set', state: { tab: '__proto__' } }],
  ['a theme named as a property of objects', { type: 'theme', theme: 'constructor' }],
  ['a type named as a property of objects', { type: 'toString' }],
  ['more atoms than a molecule has', { type: 'set', state: { atoms: Array.from({ length: 100_001 }, (_, i) => i) } }],
  ['an atom that no number is', { type: 'set', state: { atoms: [Number.NaN, Number.POSITIVE_INFINITY] } }],
  ['a frame beyond all numbers', { type: 'set', state: { frame: Number.MAX_SAFE_INTEGER } }],
  ['a very long name', { type: 'set', state: { structure: long } }],
  ['a very long key', { type: 'set', state: { [long]: 1 } }],
  ['a very long saved state', { type: 'set', state: { saved: long } }],
  ['markup as a structure', { type: 'set', state: { structure: '<img src=x onerror=alert(1)>' } }],
  ['a saved state that is no JSON', { type: 'set', state: { saved: saved('{') } }],
  ['a saved state that names ranges without end', { type: 'set', state: { saved: saved({ a: '0-9999999' }) } }],
];

test.each(attacks)('%s is refused, once and briefly, and nothing is shown of it', async (_what, body) => {
  const { session, parent, receive } = opened();
  const before = session.getState();
  const message = Object.assign(Object.create(null), body, said({ id: short }));
  expect(() => receive(message)).not.toThrow();
  await settled();
  const { calls } = parent.postMessage.mock;
  expect(calls).toHaveLength(1);
  const answer = FrameMessage.parse(calls[0]?.[0]);
  expect(calls[0]?.[1]).toBe('https://evil.example');
  expect(answer).toMatchObject({ id: short });
  expect(JSON.stringify(answer).length).toBeLessThan(2000);
  expect({ ...session.getState(), atoms: [] }).toEqual({ ...before, atoms: [] });
  expect(session.getState().atoms.length).toBeLessThan(4);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('a saved state with absurd values shows what can be shown, and the rest is as in the beginning', async () => {
  const { session, parent, receive } = opened();
  const view = {
    amplitude: 1e308,
    drawing: 'constructor',
    camera: { position: ['x'] },
    isovalue: -1,
    measurements: [[-1]],
  };
  const state = { s: 'conformer 2', t: 'nowhere', a: '0-1', f: 1e300, m: -1, v: view };
  receive(said({ type: 'set', id: '1', state: { saved: saved(state) } }));
  await settled();
  const [answer] = parent.postMessage.mock.lastCall ?? [];
  const shown = FrameState.parse((answer as { state: unknown }).state);
  expect(shown).toMatchObject({ structure: 'conformer 2', tab: 'conformers', frame: null, mode: null });
  const { viewer } = session.getState();
  expect(viewer).toMatchObject({ amplitude: 0.35, drawing: null, camera: null, isovalue: null, measurements: [] });
});

test('a host that connects without end is answered through its newest port alone, and only what is asked', async () => {
  const { receive, side, parent, onConnect } = opened();
  const posts = Array.from({ length: 1000 }, () => vi.fn());
  for (const post of posts) receive(said({ type: 'connect' }), { post, listen: () => {} });
  expect(onConnect).toHaveBeenCalledTimes(1000);
  side.tell({ event: 'height', detail: { height: 1 } });
  await settled();
  expect(posts.reduce((count, post) => count + post.mock.calls.length, 0)).toBe(1);
  expect(posts.at(-1)).toHaveBeenCalledTimes(1);
  expect(parent.postMessage).not.toHaveBeenCalled();
});
