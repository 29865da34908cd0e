import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from '../../config.ts';
import type { RunningServer } from '../../serve.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { finishedItem, frames } from '../../testing/finished-item.ts';
import { hasPythonClient } from '../../testing/python-client.ts';
import { call, ownerKey, startTestServer } from '../../testing/test-server.ts';

const run = promisify(execFile);
const interpreter = path.join(checkout, 'packages/server/.venv/bin/python');
const hasReader = (await hasPythonClient()) && (await run(interpreter, ['-c', 'import chemfiles']).catch(() => null));

/** Files of an archive by the published layout of tar: 512 bytes of header, the bytes, zeros up to the next 512. */
function untar(archive: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (let at = 0; archive[at] !== 0; ) {
    const head = archive.subarray(at, at + 512);
    const text = (start: number, length: number) => head.toString('latin1', start, start + length).split('\0')[0] ?? '';
    const bytes = Number.parseInt(text(124, 12), 8);
    const sum = head.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
    expect(Number.parseInt(text(148, 8), 8)).toBe(sum);
    files[text(0, 100)] = archive.subarray(at + 512, at + 512 + bytes);
    at += 512 + Math.ceil(bytes / 512) * 512;
  }
  return files;
}

/** Records of a Fortran file: each between two counts of its bytes. */
function records(file: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const bytes = file.readInt32LE(at);
    expect(file.readInt32LE(at + 4 + bytes)).toBe(bytes);
    found.push(file.subarray(at + 4, at + 4 + bytes));
    at += bytes + 8;
  }
  return found;
}

onOneDatabase('trajectories as DCD files', (place) => {
  let server: RunningServer;
  let uuid = '';
  let folder = '';
  const [atoms, total] = [7, 50];
  const first = frames(atoms, total);
  const second = first.map((value) => value / 2);
  const cell = [
    [30, 0, 0],
    [-5, 28, 0],
    [3, 4, 25],
  ];
  const trajectory = (replicate: number, values: Float32Array, more: object = {}) => ({
    name: `trajectory-${replicate}`,
    kind: 'trajectory',
    bytes: Buffer.from(values.buffer),
    details: { replicate, num_atoms: atoms, num_frames: total, ...more },
  });
  const download = async (replicates: unknown) => {
    const answer = await fetch(new URL(`/api/trajectory/${uuid}/trajectory_dcds`, server.address), {
      method: 'POST',
      headers: { 'x-api-key': ownerKey, 'content-type': 'application/json' },
      body: JSON.stringify(replicates),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/gzip');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="My-run.tar.gz"');
    return untar(gunzipSync(Buffer.from(await answer.arrayBuffer())));
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cuvette-dcd-'));
    server = await startTestServer(place());
    uuid = await finishedItem(server, { type: 'pose_analysis_md', data: {}, name: 'My run' }, [
      trajectory(0, first),
      trajectory(1, second, { cell, frame_interval_fs: 2000 }),
    ]);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('the files have the published layout: header, title, atoms, then x, y and z of each frame', async () => {
    const files = await download([0, 1, 0]);
    expect(Object.keys(files)).toEqual(['trajectory-0.dcd', 'trajectory-1.dcd']);
    const [head, title, count, ...rest] = records(files['trajectory-0.dcd'] ?? Buffer.alloc(0));
    expect(head?.toString('latin1', 0, 4)).toBe('CORD');
    const control = (place: number) => head?.readInt32LE(4 + place * 4);
    expect([0, 2, 3, 8, 10, 19].map(control)).toEqual([total, 1, total, 0, 0, 24]);
    expect(title?.readInt32LE(0)).toBe(2);
    expect(title?.toString('latin1', 4)).toContain(`Cuvette trajectory ${uuid}, replicate 0`);
    expect(count?.readInt32LE(0)).toBe(atoms);
    expect(rest).toHaveLength(total * 3);
    for (const [index, axis] of rest.entries()) {
      const frame = Math.floor(index / 3);
      for (let atom = 0; atom < atoms; atom += 1) {
        expect(axis.readFloatLE(atom * 4)).toBe(first[(frame * atoms + atom) * 3 + (index % 3)]);
      }
    }
    const [withCell, , , box] = records(files['trajectory-1.dcd'] ?? Buffer.alloc(0));
    expect(withCell?.readInt32LE(4 + 10 * 4)).toBe(1);
    // 2 ps in units of 48.88821 fs.
    expect(withCell?.readFloatLE(4 + 9 * 4)).toBeCloseTo(40.9097, 3);
    expect(box).toHaveLength(48);
  });

  test('the addresses for client 3.x give each file without a key, byte by byte what the archive holds', async () => {
    const made = await call<{ url: string; filename: string }[]>(
      server,
      'POST',
      `/api/v3/trajectory/${uuid}/trajectory_dcd_urls`,
      { body: [1, 0] },
    );
    expect(made.status).toBe(200);
    expect(made.body.map(({ filename }) => filename)).toEqual(['trajectory-1.dcd', 'trajectory-0.dcd']);
    const files = await download([0, 1]);
    for (const { url, filename } of made.body) {
      const answer = await fetch(url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${filename}"`);
      expect(Buffer.from(await answer.arrayBuffer()).equals(files[filename] ?? Buffer.alloc(0))).toBe(true);
      expect((await fetch(url.replace(/link=.*/, 'link=another'))).status).toBe(404);
    }
    expect((await call(server, 'POST', `/api/trajectory/${uuid}/trajectory_dcd_urls`, { body: [2] })).status).toBe(404);
  });

  test('what is not there is refused in words', async () => {
    const path = `/api/trajectory/${uuid}/trajectory_dcds`;
    expect(await call(server, 'POST', path, { body: [2] })).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('replicate 2') },
    });
    for (const body of [[], [-1], ['a'], {}, [0.5]]) {
      expect((await call(server, 'POST', path, { body })).status, JSON.stringify(body)).toBe(422);
    }
  });

  // Where the set-up for testing was not done there is no reader; in CI that is a failure.
  describe.skipIf(!hasReader && process.env.CI !== 'true')('read by another program', () => {
    test('the Python client downloads them, chemfiles reads the same positions and the same cell', async () => {
      const script = path.join(import.meta.dirname, '../../testing/read_dcds.py');
      const { stdout } = await run(interpreter, [script, uuid, folder, '0', '1'], {
        env: { HOME: folder, ROWAN_API_URL: `${server.address}/api`, ROWAN_API_KEY: ownerKey, OMP_NUM_THREADS: '1' },
        maxBuffer: 64 * 2 ** 20,
      });
      interface Read {
        frames: number;
        positions: number[][][];
        lengths: number[];
        angles: number[];
      }
      const seen = JSON.parse(stdout) as Record<string, Read>;
      for (const [name, values] of [
        ['trajectory-0.dcd', first],
        ['trajectory-1.dcd', second],
      ] as const) {
        expect(seen[name]?.frames).toBe(total);
        expect(Float32Array.from(seen[name]?.positions.flat(2) ?? [])).toEqual(values);
      }
      expect(seen['trajectory-0.dcd']?.lengths).toEqual([0, 0, 0]);
      const length = (vector: readonly number[]) => Math.hypot(...vector);
      const angle = (a: readonly number[], b: readonly number[]) =>
        (Math.acos(a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0) / length(a) / length(b)) * 180) /
        Math.PI;
      const [a = [], b = [], c = []] = cell;
      const read = seen['trajectory-1.dcd'];
      for (const [index, value] of [a, b, c].map(length).entries()) expect(read?.lengths[index]).toBeCloseTo(value, 3);
      const angles = [angle(b, c), angle(a, c), angle(a, b)];
      for (const [index, value] of angles.entries()) expect(read?.angles[index]).toBeCloseTo(value, 3);
    });
  });
});
