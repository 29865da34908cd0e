import { randomUUID } from 'node:crypto';
import type { RunningServer } from '../serve.ts';
import { firstAccount } from '../store/users.ts';
import { insertWorkflow } from '../store/workflows.ts';

/** Puts items of the owner into a folder by the store's own function: "item 0", "item 1", ... */
export async function addItems(server: RunningServer, folder: string, count: number): Promise<void> {
  const { db } = server.services;
  const owner = (await firstAccount(db.drizzle))?.id ?? '';
  await db.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1) {
      await insertWorkflow(tx, owner, {
        uuid: randomUUID(),
        parent: folder,
        name: `item ${index}`,
        type: 'test_sleep',
        data: { text: `${index} \\ "quoted" ünï \n`, number: index / 3, list: [index, null, { a: [] }] },
        options: {},
        smiles: null,
        maxCredits: null,
        requirements: ['xtb', 'a, b', '"'],
        seed: 1,
      });
    }
  });
}
