import { createPlayer, openFrameStream, readFrameStream } from '@cuvette/core/trajectory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { finishedItem, frames } from '../testing/finished-item.ts';
import { ownerKey, startTestServer } from '../testing/test-server.ts';

onOneDatabase('the trajectory player', (place) => {
  let server: RunningServer;
  const [atoms, total] = [7, 200];
  const values = frames(atoms, total);
  let uuid = '';

  beforeAll(async () => {
    server = await startTestServer(place());
    const details = { replicate: 0, num_atoms: atoms, num_frames: total };
    const bytes = Buffer.from(values.buffer);
    uuid = await finishedItem(server, { type: 'pose_analysis_md', data: {} }, [
      { name: 'trajectory-0', kind: 'trajectory', bytes, details },
    ]);
  });
  afterAll(() => server.stop());

  test('reads this server’s own stream: each frame of the range to 0.001 Å, and how many there are in all', async () => {
    const decoded: number[] = [];
    const structure = Array.from({ length: atoms }, (_, atom) => ({
      atomic_number: 6,
      position: [...values.subarray(3 * atom, 3 * atom + 3)] as [number, number, number],
    }));
    const player = createPlayer({
      structure,
      sources: [
        {
          name: 'Trajectory 1',
          frames: null,
          async load({ start, end }, hear, signal) {
            const query = `replicate=0&start_frame=${start}&num_frames=${end - start}`;
            const url = `${server.address}/api/trajectory/${uuid}/compressed_stream?${query}`;
            const answer = await openFrameStream(fetch, url, { headers: { 'x-api-key': ownerKey }, signal });
            await readFrameStream(answer, {
              begun: hear.begun,
              frames(block) {
                decoded.push(...block);
                hear.frames(block);
              },
            });
          },
        },
      ],
    });
    await player.load();
    expect(player.getState()).toMatchObject({ load: 'success', total, range: { start: 0, end: total }, frame: 0 });
    expect(decoded).toHaveLength(values.length);
    decoded.forEach((value, index) => expect(Math.abs(value - (values[index] ?? 0))).toBeLessThan(0.000502));

    decoded.length = 0;
    player.setStart(150);
    await player.load();
    expect(player.getState()).toMatchObject({ load: 'success', frame: 150, loaded: { start: 150, end: 200 } });
    expect(decoded[0]).toBeCloseTo(values[150 * atoms * 3] ?? 0, 3);
    player.dispose();
  });
});
