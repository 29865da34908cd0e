import { expect, test } from 'vitest';
import { Delivery } from './delivery.ts';
import type { ServerClient } from './server-client.ts';

/** A server end that is away until the test brings it back, and records what arrives. */
function awayServer() {
  const batches: Record<string, unknown>[][] = [];
  let tries = 0;
  let back = false;
  const unused = () => Promise.reject(new Error('unused'));
  const client: ServerClient = {
    register: unused,
    claim: unused,
    heartbeat: unused,
    filePart: unused,
    events: async (body) => {
      tries += 1;
      if (!back) throw new TypeError('fetch failed');
      batches.push((body as { events: Record<string, unknown>[] }).events);
      return { log_bytes: null };
    },
    finish: async () => {},
  };
  return {
    client,
    batches,
    tries: () => tries,
    comeBack: () => {
      back = true;
    },
  };
}

const calculation = (uuid: string, steps: number) => ({ event: 'calculation', uuid, calculation: { steps } });

test('while the server is away only the newest state of each calculation waits, before what names it', async () => {
  const server = awayServer();
  const delivery = new Delivery(server.client, { attempt: 'a', token: 't' }, () => {});
  delivery.add(calculation('one', 1));
  await expect.poll(server.tries).toBeGreaterThan(0);
  // The first is on its way already and stays as it is.
  for (let steps = 2; steps <= 50; steps++) {
    delivery.add(calculation('one', steps));
    delivery.add({ event: 'partial', data: { steps } });
    delivery.add(calculation('two', 100 + steps));
  }
  server.comeBack();
  expect(await delivery.finish({ outcome: 'completed' })).toBe(true);
  const arrived = server.batches.flat();
  expect(arrived[0]).toEqual(calculation('one', 1));
  const later = arrived.slice(1).filter(({ event }) => event === 'calculation');
  expect(later).toEqual([calculation('one', 50), calculation('two', 150)]);
  expect(arrived[1]).toEqual(calculation('one', 50));
});

test('neighbouring log lines wait as one text, of progress only the newest; what is on its way stays as it is', async () => {
  const server = awayServer();
  const delivery = new Delivery(server.client, { attempt: 'a', token: 't' }, () => {});
  delivery.add({ event: 'log', text: 'on its way' });
  await expect.poll(server.tries).toBeGreaterThan(0);
  delivery.add({ event: 'log', text: 'one' });
  delivery.add({ event: 'log', text: 'two' });
  delivery.add({ event: 'progress', percent: 10 });
  delivery.add({ event: 'progress', percent: 20 });
  delivery.add({ event: 'log', text: 'three' });
  server.comeBack();
  expect(await delivery.finish({ outcome: 'completed' })).toBe(true);
  expect(server.batches.flat()).toEqual([
    { event: 'log', text: 'on its way' },
    { event: 'log', text: 'one\ntwo' },
    { event: 'progress', percent: 20 },
    { event: 'log', text: 'three' },
  ]);
});
