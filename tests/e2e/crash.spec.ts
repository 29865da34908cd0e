import type { Molecule } from '@cuvette/core/entities';
import { expect, test } from '@playwright/test';
import { conformerSearch, descendants, type Item, isAlive, Product, waitFor } from './support/product.ts';

/** Long enough to be hit in the middle: a chain with many conformers. */
const longJob = () => ({ ...conformerSearch('CCCCCCCC', { max_confs: 12 }), name: 'octane' });

let product: Product;
test.beforeAll(async () => {
  product = await Product.start();
  await product.workerReady();
});
test.afterAll(() => product?.stop());

/** An item that finished by itself after something broke: whole, with its tries on record. */
async function expectWhole(uuid: string) {
  const item = await product.finished(uuid);
  expect(item.object_status, JSON.stringify(item.error)).toBe(2);
  const { energies, conformer_uuids: conformers } = item.object_data;
  expect(energies.length).toBeGreaterThan(1);
  expect(conformers).toHaveLength(energies.length);
  expect(energies.toSorted((a, b) => a - b)).toEqual(energies);
  for (const stages of conformers) {
    const molecules = await product.get<Molecule[]>(`/api/calculation/${stages.at(-1)}/molecules`);
    expect(molecules.at(-1)?.atoms).toHaveLength(26);
  }
  expect((await product.attempts(uuid)).length).toBeGreaterThan(1);
  return item;
}

test('kill -9 of the compute process in the middle of a run: the item finishes by itself', {
  tag: '@full',
}, async () => {
  const { uuid } = await product.submit(longJob());
  await product.underWay(uuid, 25);
  const compute = product.compute();
  expect(compute).toBeDefined();
  process.kill(compute?.pid ?? 0, 'SIGKILL');
  await expectWhole(uuid);
});

test('kill -9 of the worker in the middle of a run: nothing of its job goes on alone, and the item finishes', {
  tag: '@full',
}, async () => {
  const { uuid } = await product.submit(longJob());
  await product.underWay(uuid, 25);
  const worker = product.worker();
  const children = descendants(worker.pid);
  expect(children.length).toBeGreaterThan(0);
  process.kill(worker.pid, 'SIGKILL');
  await waitFor('the end of the killed worker’s processes', 120_000, async () =>
    children.every(({ pid }) => !isAlive(pid)),
  );
  expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
  await expectWhole(uuid);
});

test('kill -9 of the server in the middle of a run: its worker ends too, and after a restart the item finishes', {
  tag: '@full',
}, async () => {
  const { uuid } = await product.submit(longJob());
  const before = await product.underWay(uuid, 25);
  const children = descendants(product.pid);
  await product.crash();
  await waitFor('the end of the server’s processes', 120_000, async () => children.every(({ pid }) => !isAlive(pid)));
  await product.launch();
  const after = await product.get<Item>(`/api/workflow/${uuid}`);
  expect(after.name).toBe(before.name);
  await expectWhole(uuid);
});

test('a second server on the same data directory is refused with the process id of the first', {
  tag: '@full',
}, async () => {
  const second = Object.assign(Object.create(Object.getPrototypeOf(product)), product, { port: product.port + 1 });
  await expect(second.launch()).rejects.toThrow(new RegExp(`\\b${product.pid}\\b`));
  expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
});
