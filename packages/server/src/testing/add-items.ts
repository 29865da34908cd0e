import { randomUUID } from 'node:crypto';
import type { RunningServer } from '../serve.ts';
import { firstAccount } from '../store/users.ts';
import { insertWorkflow, type NewWorkflow } from '../store/workflows/insert-workflows.ts';

/** An item to be stored, of a new uuid: the plainest there is, but for the given values. */
export function plainItem(parent: string, said: Partial<NewWorkflow> = {}): NewWorkflow {
  return {
    uuid: randomUUID(),
    parent,
    name: 'n',
    type: 'test_sleep',
    data: {},
    options: {},
    smiles: null,
    maxCredits: null,
    requirements: ['xtb'],
    seed: 1,
    ...said,
  };
}

/** Puts items of the owner into a folder by the store's own function: "item 0", "item 1", ... */
export async function addItems(server: RunningServer, folder: string, count: number): Promise<void> {
  const { db } = server.services;
  const owner = (await firstAccount(db.drizzle))?.id ?? '';
  await db.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const item = plainItem(folder, {
        name: `item ${index}`,
        data: { text: `${index} \\ "quoted" ünï \n`, number: index / 3, list: [index, null, { a: [] }] },
        requirements: ['xtb', 'a, b', '"'],
      });
      await insertWorkflow(tx, owner, item);
    }
  });
}
