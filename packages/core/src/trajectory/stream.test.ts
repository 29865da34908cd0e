import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFrameDecoder, createFrameStore, openFrameStream, readFrameStream, readStreamHeader } from './index.ts';

/** Frames as the server sends them: float64, little-endian, rounded to 0.001 Å. */
function sent(values: readonly number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(8 * values.length));
  values.forEach((value, index) => view.setFloat64(8 * index, Math.round(value * 1000) / 1000 + 0, true));
  return new Uint8Array(view.buffer);
}
const walk = (atoms: number, frames: number) =>
  Array.from({ length: 3 * atoms * frames }, (_, index) => 40 * Math.sin(index * 12.9898) - 3);
const asStored = (values: readonly number[]) => Array.from(new Float32Array(new Float64Array(sent(values).buffer)));

const headersOf = (atoms: number, frames: number) => ({
  'X-Num-Atoms': String(atoms),
  'X-Dimensions': '3',
  'X-Frame-Size-Bytes': String(atoms * 24),
  'X-Num-Frames': String(frames),
});

/** A body that comes in given pieces. */
const bodyOf = (pieces: readonly Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

describe('the decoder', () => {
  test('gives the same frames wherever the stream is cut, into any number of pieces', () => {
    const atoms = 3;
    const values = walk(atoms, 11);
    const bytes = sent(values);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 }), (lengths) => {
        const decoder = createFrameDecoder(atoms);
        const decoded: number[] = [];
        let at = 0;
        for (const length of [...lengths, bytes.length]) {
          // A view at an odd place of a larger buffer, as network pieces are.
          const piece = bytes.slice(at, at + length);
          const place = new Uint8Array(piece.length + 5);
          place.set(piece, 5);
          decoded.push(...(decoder.push(place.subarray(5)) ?? []));
          at += piece.length;
        }
        expect(decoded).toEqual(asStored(values));
        expect([decoder.frames, decoder.leftover]).toEqual([11, 0]);
      }),
    );
  });

  test('one byte at a time gives a frame exactly when its last byte came', () => {
    const decoder = createFrameDecoder(2);
    const seen: number[] = [];
    sent(walk(2, 2)).forEach((byte, index) => {
      if (decoder.push(Uint8Array.of(byte))) seen.push(index);
    });
    expect(seen).toEqual([47, 95]);
  });

  test('a position that is no number is refused, not drawn', () => {
    const bytes = sent([0, 1, Number.NaN]);
    expect(() => createFrameDecoder(1).push(bytes)).toThrow('A position after frame 0 is not a number.');
  });
});

describe('the store', () => {
  test('keeps 12 bytes for each atom and frame, finds each frame, and never more than was asked for', () => {
    const store = createFrameStore(2, 5);
    const frames = Float32Array.from({ length: 6 * 7 }, (_, index) => index);
    expect(store.append(frames.subarray(0, 12))).toBe(2);
    expect(store.append(frames.subarray(12, 18))).toBe(1);
    expect(store.append(frames.subarray(18, 42))).toBe(2);
    expect(store.append(frames.subarray(0, 6))).toBe(0);
    expect([store.length, store.bytes]).toEqual([5, 5 * 2 * 12]);
    for (let index = 0; index < 5; index++) {
      expect([...(store.frame(index) ?? [])]).toEqual([...frames.subarray(6 * index, 6 * index + 6)]);
    }
    expect([store.frame(5), store.frame(-1), store.frame(Number.NaN)]).toEqual([null, null, null]);
    // A view, not a copy: 1000 frames of 5000 atoms are 60 MB, once.
    expect(store.frame(0)?.buffer).toBe(frames.buffer);
  });
});

describe('an answer of the server', () => {
  test('is read while it arrives: packed by gzip, cut into 100 byte pieces, the first frame long before the end', async () => {
    const [atoms, frames] = [40, 120];
    const values = walk(atoms, frames);
    const packed = new Uint8Array(gzipSync(sent(values), { level: 6 }));
    const pieces = Array.from({ length: Math.ceil(packed.length / 100) }, (_, index) =>
      packed.slice(100 * index, 100 * index + 100),
    );
    const body = bodyOf(pieces).pipeThrough(new DecompressionStream('gzip'));
    const heard: number[] = [];
    const all: number[] = [];
    await readFrameStream(new Response(body, { headers: { ...headersOf(atoms, frames), 'X-Total-Frames': '500' } }), {
      begun: (header) => expect(header).toEqual({ atoms, frames, total: 500 }),
      frames(block) {
        heard.push(block.length / (3 * atoms));
        all.push(...block);
      },
    });
    expect(heard.length).toBeGreaterThan(3);
    expect(all).toEqual(asStored(values));
  });

  test('headers that are missing or contradict one another are reported, and so are refusals, a broken stream and no server', async () => {
    const header = (change: Record<string, string | null>) => {
      const headers: Record<string, string | null> = { ...headersOf(7, 10), ...change };
      return () => readStreamHeader((name) => headers[name] ?? null);
    };
    expect(header({})()).toEqual({ atoms: 7, frames: 10, total: null });
    expect(header({ 'X-Num-Frames': null })).toThrow('X-Num-Frames is missing');
    expect(header({ 'X-Num-Atoms': 'many' })).toThrow('X-Num-Atoms is many');
    expect(header({ 'X-Frame-Size-Bytes': '84' })).toThrow('7 atoms in 3 dimensions do not make frames of 84 bytes');
    expect(header({ 'X-Num-Atoms': '0', 'X-Frame-Size-Bytes': '0' })).toThrow('0 atoms');

    const nobody = { begun() {}, frames() {} };
    const refused = Response.json({ detail: 'There is no trajectory of replicate 3 here.' }, { status: 404 });
    await expect(readFrameStream(refused, nobody)).rejects.toThrow('There is no trajectory of replicate 3 here.');
    await expect(readFrameStream(new Response('<html>', { status: 502 }), nobody)).rejects.toThrow('status 502');

    let pulls = 0;
    const breaking = new ReadableStream({
      pull(controller) {
        pulls += 1;
        if (pulls === 1) controller.enqueue(sent(walk(1, 2)));
        else controller.error(new TypeError('network error'));
      },
    });
    const broken = new Response(breaking, { headers: headersOf(1, 9) });
    await expect(readFrameStream(broken, nobody)).rejects.toThrow('ended after 2 of 9 frames');

    const away = async () => {
      throw new TypeError('fetch failed');
    };
    await expect(openFrameStream(away, 'http://server', {})).rejects.toThrow('The server cannot be reached.');
  });

  test('a listener that has had enough ends the reading', async () => {
    let cancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(sent(walk(1, 1))),
      cancel() {
        cancelled = true;
      },
    });
    const enough = new Error('enough');
    const reading = readFrameStream(new Response(endless, { headers: headersOf(1, 1e6) }), {
      begun() {},
      frames() {
        throw enough;
      },
    });
    await expect(reading).rejects.toBe(enough);
    expect(cancelled).toBe(true);
  });
});
