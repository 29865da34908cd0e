import { describe, expect, test } from 'vitest';
import { clock, frames, water as structure } from '../testing/water-in-motion.ts';
import { createPlayer, type FrameSource, framesAtHand } from './index.ts';

describe('a streamed trajectory that grows', () => {
  /** A stream that tells what was asked of it and sends that; `held` waits for `go`. */
  function growing(count: number, asked: unknown[], held?: Promise<void>): FrameSource {
    return {
      name: 'Trajectory 1',
      frames: count,
      appends: true,
      async load(range, hear) {
        asked.push([range.start, range.end]);
        hear.begun({ atoms: 3, frames: range.end - range.start, total: count });
        await held;
        hear.frames(frames(range.start, range.end));
      },
    };
  }
  const soon = () => new Promise((resolve) => setTimeout(resolve));

  test('goes on from the frames that are here: only new ones are asked for, and playing goes on', async () => {
    const time = clock();
    const asked: unknown[] = [];
    const player = createPlayer({ structure, sources: [growing(60, asked)], clock: time.clock });
    await player.load();
    player.play();
    time.move(1000);
    expect(player.getState()).toMatchObject({ frame: 24, playing: true });
    const first = player.positionsOf(3);
    for (const count of [61, 61, 90]) player.grow({ structure, sources: [growing(count, asked)] });
    expect(player.getState()).toMatchObject({ load: 'success', playing: true, frame: 24, total: 90 });
    await soon();
    expect(asked).toEqual([
      [0, 60],
      [60, 61],
      [61, 90],
    ]);
    expect(player.getState()).toMatchObject({
      load: 'success',
      playing: true,
      range: { start: 0, end: 90 },
      loaded: { start: 0, end: 90, received: 90 },
    });
    expect(player.positionsOf(3)).toEqual(first);
    const whole = createPlayer({ structure, sources: [framesAtHand('Steps', 3, frames(0, 90))] });
    await whole.load();
    expect(player.positionsOf(89)).toEqual(whole.positionsOf(89));
    for (let wait = 0; wait < 4; wait++) time.move(900);
    expect(player.getState()).toMatchObject({ frame: 89, playing: false });
    player.grow({ structure, sources: [growing(40, asked)] });
    expect(player.getState(), 'fewer frames are another run').toMatchObject({ load: 'idle', frame: null, total: 40 });
  });

  test('a range that a person chose stays, loaded or not; what the stream says of its length is not taken back', async () => {
    const asked: unknown[] = [];
    const player = createPlayer({ structure, sources: [growing(200, asked)] });
    player.setEnd(80);
    player.grow({ structure, sources: [growing(210, asked)] });
    expect(player.getState()).toMatchObject({ load: 'idle', range: { start: 0, end: 80 }, total: 210 });
    await player.load();
    player.grow({ structure, sources: [growing(220, asked)] });
    expect(player.getState()).toMatchObject({ load: 'success', loaded: { received: 80 }, total: 220 });
    expect(asked).toEqual([[0, 80]]);
  });

  test('while it is loaded goes on loading, and then loads what has come meanwhile', async () => {
    const asked: unknown[] = [];
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const player = createPlayer({ structure, sources: [growing(60, asked, held)] });
    const loading = player.load();
    player.grow({ structure, sources: [growing(75, asked)] });
    expect(player.getState()).toMatchObject({ load: 'pending', total: 75 });
    go();
    await loading;
    await soon();
    expect(asked).toEqual([
      [0, 60],
      [60, 75],
    ]);
    expect(player.getState()).toMatchObject({
      load: 'success',
      loaded: { received: 75 },
      range: { start: 0, end: 75 },
    });
  });

  test('keeps what is here where the new frames do not come, warns, and asks again when it grows further', async () => {
    const asked: unknown[] = [];
    const warnings: string[] = [];
    const player = createPlayer({ structure, sources: [growing(60, asked)], warn: (text) => warnings.push(text) });
    await player.load();
    const away: FrameSource = { ...growing(70, asked), load: () => Promise.reject(new Error('The server is away.')) };
    player.grow({ structure, sources: [away] });
    await soon();
    expect(player.getState()).toMatchObject({ load: 'success', loaded: { received: 60 }, total: 70 });
    expect(warnings).toEqual(['New frames were not loaded: The server is away.']);
    player.grow({ structure, sources: [growing(71, asked)] });
    await soon();
    expect(player.getState()).toMatchObject({ loaded: { received: 71 } });
    expect(asked.at(-1)).toEqual([60, 71]);
  });
});
