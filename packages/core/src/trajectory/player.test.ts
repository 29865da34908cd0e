import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { PlacedAtom } from '../chemistry/atoms.ts';
import { clock, frameAt, frames, water as structure } from '../testing/water-in-motion.ts';
import {
  createPlayer,
  type FrameListener,
  type FrameRange,
  type FrameSource,
  framesAtHand,
  mayChooseRange,
  positionsOf,
  rangeLimits,
  showsRange,
  withEnd,
  withStart,
} from './index.ts';

/** A stream that sends what the test says, when it says so. */
function stream(total: number | null, name = 'Trajectory 1') {
  const asked: FrameRange[] = [];
  let hear: FrameListener = { begun() {}, frames() {} };
  let end = () => {};
  let fail = (_error: Error) => {};
  let signal: AbortSignal | null = null;
  const source: FrameSource = {
    name,
    frames: total,
    load: (range, listener, given) =>
      new Promise((resolve, reject) => {
        asked.push(range);
        hear = listener;
        signal = given;
        end = resolve;
        fail = reject;
      }),
  };
  const soon = () => new Promise((resolve) => setTimeout(resolve));
  return {
    source,
    asked,
    begun: (count: number, whole: number | null = total, atoms = 3) =>
      hear.begun({ atoms, frames: count, total: whole }),
    frames: (block: Float32Array) => hear.frames(block),
    aborted: () => signal?.aborted,
    async end() {
      end();
      await soon();
    },
    async fail(text: string) {
      fail(new Error(text));
      await soon();
    },
  };
}

async function loaded(total: number, change: Partial<Parameters<typeof createPlayer>[0]> = {}) {
  const time = clock();
  const from = stream(total);
  const player = createPlayer({ structure, sources: [from.source], clock: time.clock, ...change });
  const done = player.load();
  const { start, end } = player.getState().range;
  from.begun(end - start);
  from.frames(frames(start, end));
  await from.end();
  await done;
  return { player, from, time };
}

describe('the range', () => {
  test('is 50 to 1000 frames, or as many as there are, or as many as fit into memory', () => {
    expect(rangeLimits(5000, 100)).toEqual({ shortest: 50, longest: 1000 });
    expect(rangeLimits(300, 100)).toEqual({ shortest: 50, longest: 300 });
    expect(rangeLimits(30, 100)).toEqual({ shortest: 30, longest: 30 });
    // 12 bytes × 100 000 atoms × 223 frames are 268 MB.
    expect(rangeLimits(5000, 100_000)).toEqual({ shortest: 50, longest: 223 });
    expect([49, 50].map(mayChooseRange)).toEqual([false, true]);
  });

  test('one end gives way to the other, and both stay inside', () => {
    const limits = rangeLimits(5000, 100);
    expect(withStart({ start: 0, end: 60 }, 30, 5000, limits)).toEqual({ start: 30, end: 80 });
    expect(withStart({ start: 2000, end: 3000 }, 500, 5000, limits)).toEqual({ start: 500, end: 1500 });
    expect(withEnd({ start: 100, end: 200 }, 120, 5000, limits)).toEqual({ start: 70, end: 120 });
    expect(withEnd({ start: 0, end: 1000 }, 5000, 5000, limits)).toEqual({ start: 4000, end: 5000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9000 }), fc.array(fc.tuple(fc.boolean(), fc.double())), (total, moves) => {
        const known = rangeLimits(total, 10);
        let range = { start: 0, end: known.longest };
        for (const [first, to] of moves) range = (first ? withStart : withEnd)(range, to, total, known);
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeLessThanOrEqual(total);
        expect(range.end - range.start).toBeGreaterThanOrEqual(known.shortest);
        expect(range.end - range.start).toBeLessThanOrEqual(known.longest);
      }),
    );
  });

  test('under 50 frames the slider is hidden, and all are asked for', async () => {
    const few = await loaded(49);
    expect(showsRange(few.player.getState())).toBe(false);
    expect(few.from.asked).toEqual([{ start: 0, end: 49 }]);
    expect(showsRange((await loaded(50)).player.getState())).toBe(true);
  });
});

describe('loading', () => {
  test('idle, pending, success: the first frame is there before the stream ends, controls rest while pending', async () => {
    const from = stream(400);
    const player = createPlayer({ structure, sources: [from.source] });
    expect(player.getState()).toMatchObject({ load: 'idle', frame: null, range: { start: 0, end: 400 } });
    expect(player.ready()).toBe(true);
    player.setStart(100);
    player.setEnd(200);
    const done = player.load();
    expect([player.getState().load, player.ready()]).toEqual(['pending', false]);
    from.begun(100);
    expect(player.positions()).toBeNull();
    from.frames(frames(100, 101));
    expect(player.getState()).toMatchObject({ load: 'pending', frame: 100, loaded: { received: 1 } });
    expect(player.positions()).toHaveLength(9);
    player.setStart(0);
    player.seek(150);
    player.play();
    expect(player.getState()).toMatchObject({ range: { start: 100, end: 200 }, frame: 100, playing: false });
    from.frames(frames(101, 200));
    await from.end();
    await done;
    expect(player.getState()).toMatchObject({ load: 'success', loaded: { start: 100, end: 200, received: 100 } });
    expect(player.bytes()).toBe(100 * 3 * 12);
  });

  test('failure keeps the reason and lets go of the frames; a second load may succeed', async () => {
    const from = stream(60);
    const player = createPlayer({ structure, sources: [from.source] });
    const done = player.load();
    from.begun(60);
    from.frames(frames(0, 20));
    await from.fail('The connection ended after 20 of 60 frames.');
    await done;
    expect(player.getState()).toMatchObject({
      load: 'failure',
      problem: 'The connection ended after 20 of 60 frames.',
      frame: null,
      loaded: null,
    });
    expect([player.ready(), player.bytes(), player.positions()]).toEqual([false, 0, null]);
    void player.load();
    from.begun(60);
    from.frames(frames(0, 60));
    await from.end();
    expect(player.getState()).toMatchObject({ load: 'success', problem: null });
  });

  test('a trajectory of other atoms than its structure is refused', async () => {
    const from = stream(60);
    const source: FrameSource = {
      ...from.source,
      load: async (_range, hear) => hear.begun({ atoms: 4, frames: 60, total: 60 }),
    };
    const player = createPlayer({ structure, sources: [source] });
    await player.load();
    expect(player.getState().problem).toContain('4 atoms, and its structure has 3');
  });

  test('a frame count that differs from the header is warned of in the console, and what came is played', async () => {
    const warn = vi.fn();
    const from = stream(60);
    const player = createPlayer({ structure, sources: [from.source], warn });
    void player.load();
    from.begun(60);
    from.frames(frames(0, 57));
    await from.end();
    expect(warn).toHaveBeenCalledExactlyOnceWith('The trajectory should have 60 frames; 57 arrived.');
    expect(player.getState()).toMatchObject({ load: 'success', loaded: { end: 57, received: 57 } });

    void player.load();
    from.begun(60);
    from.frames(frames(0, 80));
    await from.end();
    expect(warn).toHaveBeenCalledTimes(2);
    expect(player.bytes()).toBe(60 * 3 * 12);
  });

  test('without another warn it is the console that hears it', async () => {
    const heard = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const from = stream(50);
    const player = createPlayer({ structure, sources: [from.source] });
    void player.load();
    from.begun(50);
    from.frames(frames(0, 49));
    await from.end();
    expect(heard).toHaveBeenCalledTimes(1);
    heard.mockRestore();
  });

  test('the header tells how many frames there really are', async () => {
    const from = stream(null);
    const player = createPlayer({ structure, sources: [from.source] });
    expect(player.getState()).toMatchObject({ total: null, range: { start: 0, end: 1000 } });
    void player.load();
    from.begun(300, 300);
    from.frames(frames(0, 300));
    await from.end();
    expect(player.getState()).toMatchObject({ total: 300, range: { start: 0, end: 300 }, load: 'success' });
  });

  test('another trajectory, another load or the end abort what is being loaded; nothing of it comes late', async () => {
    const [first, second] = [stream(60), stream(80, 'Trajectory 2')];
    const player = createPlayer({ structure, sources: [first.source, second.source] });
    void player.load();
    first.begun(60);
    player.choose(1);
    expect(first.aborted()).toBe(true);
    first.frames(frames(0, 60));
    await first.end();
    expect(player.getState()).toMatchObject({ trajectory: 1, load: 'idle', total: 80, frame: null, loaded: null });
    void player.load();
    expect(second.aborted()).toBe(false);
    player.dispose();
    expect([second.aborted(), player.bytes()]).toEqual([true, 0]);
  });

  test('frames in memory are the same player’s', async () => {
    const molecules = [0, 1, 2].map((frame) => ({
      atoms: structure.map(({ atomic_number }, index) => ({
        atomic_number,
        position: frameAt(frame).slice(3 * index, 3 * index + 3),
      })),
    }));
    const player = createPlayer({ structure, sources: [framesAtHand('IRC', 3, positionsOf(molecules))] });
    await player.load();
    expect(player.getState()).toMatchObject({ load: 'success', total: 3, frame: 0, loaded: { received: 3 } });
    expect(() => positionsOf([{ atoms: structure }, { atoms: structure.toReversed() }])).toThrow('Frame 2');
  });
});

describe('playing', () => {
  test('starts at the range’s start, shows 24 frames a second by the clock, stops at the range’s end', async () => {
    const { player, time } = await loaded(60);
    player.play();
    expect(player.getState()).toMatchObject({ frame: 0, playing: true });
    time.move(1000);
    expect(player.getState().frame).toBe(24);
    time.move(500);
    expect(player.getState().frame).toBe(36);
    time.move(2000);
    expect(player.getState()).toMatchObject({ frame: 59, playing: false });
    expect(time.ticking).toBe(false);
    player.play();
    expect(player.getState()).toMatchObject({ frame: 0, playing: true });
  });

  test('of a range that is not the beginning starts at the range’s start too, and stops at its end', async () => {
    const time = clock();
    const from = stream(400);
    const player = createPlayer({ structure, sources: [from.source], clock: time.clock });
    player.setStart(100);
    player.setEnd(160);
    void player.load();
    from.begun(60);
    from.frames(frames(100, 160));
    await from.end();
    player.play();
    expect(player.getState()).toMatchObject({ frame: 100, playing: true });
    time.move(1000);
    expect(player.getState().frame).toBe(124);
    time.move(1459);
    expect(player.getState()).toMatchObject({ frame: 159, playing: false });
    player.play();
    expect(player.getState().frame).toBe(100);
  });

  test('shows every frame once on a fast screen, and keeps the pace by skipping on a slow one', async () => {
    for (const [step, least] of [
      [1000 / 60, 60],
      [250, 11],
    ] as const) {
      const { player, time } = await loaded(60);
      const seen = new Set<number | null>();
      player.subscribe(() => seen.add(player.getState().frame));
      player.play();
      time.move(2500, step);
      expect(seen.size).toBe(least);
      expect(player.getState()).toMatchObject({ frame: 59, playing: false });
    }
  });

  test('pausing stops it, moving the slider stops it; it goes on where it was', async () => {
    const { player, time } = await loaded(60);
    player.play();
    time.move(500);
    player.pause();
    expect(player.getState()).toMatchObject({ frame: 12, playing: false });
    time.move(1000);
    expect(player.getState().frame).toBe(12);
    player.play();
    time.move(250);
    expect(player.getState().frame).toBe(18);
    player.seek(40);
    expect(player.getState()).toMatchObject({ frame: 40, playing: false });
    time.move(1000);
    expect(player.getState().frame).toBe(40);
    player.seek(1e9);
    expect(player.getState().frame).toBe(59);
  });

  test('a hidden tab does not run on: after a long wait it goes on where it was', async () => {
    const { player, time } = await loaded(60);
    player.play();
    time.move(500);
    time.move(60_000, 60_000);
    expect(player.getState()).toMatchObject({ frame: 13, playing: true });
    time.move(500);
    expect(player.getState().frame).toBe(25);
    // A screen that takes seconds for a frame still comes to the end.
    time.move(200_000, 2000);
    expect(player.getState()).toMatchObject({ frame: 59, playing: false });
  });

  test('loop and speed are off by default', async () => {
    const { player, time } = await loaded(60);
    expect(player.getState()).toMatchObject({ loop: false, speed: 1 });
    player.setLoop(true);
    player.play();
    time.move(3000);
    expect(player.getState()).toMatchObject({ frame: 12, playing: true });
    player.setSpeed(2);
    time.move(100);
    const { frame } = player.getState();
    time.move(500);
    expect((player.getState().frame ?? 0) - (frame ?? 0)).toBe(24);
    player.setSpeed(0);
    expect(player.getState().speed).toBe(2);
  });

  test('play when idle loads first, then plays', async () => {
    const time = clock();
    const from = stream(60);
    const player = createPlayer({ structure, sources: [from.source], clock: time.clock });
    player.play();
    expect(player.getState()).toMatchObject({ load: 'pending', playing: false });
    from.begun(60);
    from.frames(frames(0, 60));
    await from.end();
    expect(player.getState()).toMatchObject({ load: 'success', playing: true });
  });
});

describe('a trajectory that grows', () => {
  const atHand = (count: number) => [framesAtHand('Steps', 3, frames(0, count))];

  async function playing(count: number) {
    const time = clock();
    const player = createPlayer({ structure, sources: atHand(count), clock: time.clock });
    await player.load();
    player.setSpeed(2);
    player.setLoop(true);
    player.setAlignment('mcs');
    player.play();
    time.move(250);
    expect(player.getState()).toMatchObject({ frame: 12, playing: true });
    return { player, time };
  }

  test('plays on from where it is, as fast and as often, step after step; nothing is disabled meanwhile', async () => {
    const { player, time } = await playing(20);
    const seen: unknown[] = [];
    player.subscribe(() => seen.push(player.getState().load));
    for (const count of [21, 22, 30]) {
      player.grow({ structure, sources: atHand(count) });
      expect(player.getState()).toMatchObject({ load: 'success', playing: true });
      await new Promise((resolve) => setTimeout(resolve));
      expect(player.getState()).toMatchObject({
        frame: 12,
        playing: true,
        speed: 2,
        loop: true,
        alignment: 'mcs',
        total: count,
        range: { start: 0, end: count },
        loaded: { start: 0, end: count, received: count },
      });
    }
    expect(new Set(seen)).toEqual(new Set(['success']));
    time.move(250);
    expect(player.getState()).toMatchObject({ frame: 24, playing: true });
    expect(player.positions()).toHaveLength(9);
    expect(player.sources[0]?.frames).toBe(30);
  });

  test('that pauses stays at its frame; a range that a person chose stays too', async () => {
    const player = createPlayer({ structure, sources: atHand(200) });
    player.setEnd(80);
    await player.load();
    player.seek(40);
    player.grow({ structure, sources: atHand(201) });
    await new Promise((resolve) => setTimeout(resolve));
    expect(player.getState()).toMatchObject({
      frame: 40,
      playing: false,
      total: 201,
      range: { start: 0, end: 80 },
      loaded: { received: 80 },
    });
  });

  test('plays what is there until the new frames are, also when they are late or more come meanwhile', async () => {
    const { player, time } = await playing(20);
    const [late, latest] = [stream(21), stream(22)];
    player.grow({ structure, sources: [late.source] });
    time.move(125);
    expect(player.getState()).toMatchObject({ frame: 18, playing: true, total: 20 });
    player.grow({ structure, sources: [latest.source] });
    expect(late.aborted()).toBe(true);
    late.frames(frames(0, 21));
    await late.end();
    expect(player.getState().total).toBe(20);
    latest.begun(22);
    latest.frames(frames(0, 22));
    await latest.end();
    expect(player.getState()).toMatchObject({ frame: 18, playing: true, total: 22, loaded: { received: 22 } });
  });

  test('of other atoms, or with fewer frames, begins anew, with the speed and loop that were chosen', async () => {
    const other = structure.map((atom, index) => (index === 0 ? { ...atom, atomic_number: 16 } : atom));
    for (const grown of [
      { structure: other, sources: atHand(30) },
      { structure, sources: atHand(10) },
    ]) {
      const { player, time } = await playing(20);
      player.grow(grown);
      expect(player.getState()).toMatchObject({ load: 'idle', frame: null, playing: false, loop: true, speed: 2 });
      expect([player.bytes(), time.ticking]).toEqual([0, false]);
    }
  });

  test('says why where the new frames cannot be loaded', async () => {
    const { player } = await playing(20);
    const late = stream(21);
    player.grow({ structure, sources: [late.source] });
    await late.fail('The server is away.');
    expect(player.getState()).toMatchObject({ load: 'failure', problem: 'The server is away.', playing: false });
  });
});

describe('alignment', () => {
  test('by default each frame is laid on the structure by all of its atoms', async () => {
    const { player } = await loaded(60);
    player.seek(42);
    const laid = player.positions() ?? [];
    structure.forEach(({ position }, index) =>
      position.forEach((value, axis) => expect(laid[3 * index + axis]).toBeCloseTo(value, 4)),
    );
    expect(player.positions()).toBe(player.positions());
  });

  test('any frame that is here can be had for a film, laid as the shown one is, without showing it', async () => {
    const player = createPlayer({ structure, sources: [framesAtHand('Steps', 3, frames(0, 60))] });
    expect(player.positionsOf(0)).toBeNull();
    await player.load();
    player.seek(20);
    const shown = [...(player.positions() ?? [])];
    expect([...(player.positionsOf(20) ?? [])]).toEqual(shown);
    expect(player.positionsOf(59)).toHaveLength(9);
    expect(player.positionsOf(60)).toBeNull();
    expect(player.getState().frame).toBe(20);
    expect([...(player.positions() ?? [])]).toEqual(shown);
  });

  test('by the largest common substructure: what is not part of it moves, the rest lies still', async () => {
    // Chloromethyl-like chain C-C-O and a bromide that leaves the last carbon on the way.
    const at = (leaving: number): PlacedAtom[] => [
      { atomic_number: 6, position: [0, 0, 0] },
      { atomic_number: 6, position: [1.5, 0, 0] },
      { atomic_number: 8, position: [2.2, 1.2, 0] },
      { atomic_number: 7, position: [2.2, -1.2, 0.4] },
      { atomic_number: 35, position: [-1 - leaving, 1.6 + leaving, 0] },
    ];
    const path = Array.from({ length: 10 }, (_, step) => ({ atoms: at(step) }));
    const whole = at(0);
    const player = createPlayer({ structure: whole, sources: [framesAtHand('IRC', 5, positionsOf(path))] });
    await player.load();
    player.seek(9);
    const carbon = () => [...(player.positions() ?? [])].slice(0, 3);
    expect(Math.hypot(...carbon())).toBeGreaterThan(0.5);
    player.setAlignment('mcs');
    expect(Math.hypot(...carbon())).toBeLessThan(1e-4);
    expect(player.getState().alignment).toBe('mcs');
  });
});
