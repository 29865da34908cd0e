import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Services } from '../services.ts';
import { rows } from '../store/database/database.ts';
import { storeStructures } from '../store/molecules.ts';
import { firstAccount } from '../store/users.ts';
import { describeEach } from '../structure-search/structure-index.ts';

/** Cores of drugs with two places for substituents. */
const cores = [
  ...[
    'c1cc({A})ccc1{B}',
    'c1cc({A})cc({B})c1',
    'c1cnc({A})cc1{B}',
    'c1nc({A})ncc1{B}',
    'c1cc({A})sc1{B}',
    'c1cc({A})oc1{B}',
  ],
  ...[
    'C1CN({A})CCC1{B}',
    'C1CN({A})CCN1{B}',
    'n1c({A})cc2ccccc2c1{B}',
    'c1c({A})[nH]c2ccc({B})cc12',
    'C1CC({A})CCC1{B}',
  ],
  ...[
    'O=c1c({A})coc2cc({B})ccc12',
    'c1nn({A})cc1{B}',
    'c1c({A})nc(C)nc1{B}',
    'N[C@@H](C{A})C(=O)N{B}',
    'O=C(N{A})C1CCCN1{B}',
  ],
  ...['c1ccc2c(c1)c({A})nn2{B}', 'O=S(=O)(N{A})c1ccc({B})cc1', 'c1nc({A})c2ncn({B})c2n1', 'O=C1CC({A})C(=O)N1{B}'],
];

/** Substituents, the first atom bound to the core; rings have the numbers 8 and 9. */
const substituents = [
  ...['C', 'CC', 'C(C)C', 'C9CC9', 'c9ccccc9', 'c9ccc(F)cc9', 'c9ccc(Cl)cc9', 'c9ccc(OC)cc9', 'c9ccc(C(=O)O)cc9'],
  ...[
    'c9cccc(C(=O)O)c9',
    'c9ccc(C#N)cc9',
    'c9ccncc9',
    'c9cccnc9',
    'c9ccsc9',
    'Cc9ccccc9',
    'Cc9ccc(C(F)(F)F)cc9',
    'CC(=O)O',
  ],
  ...['CC(=O)N', 'CCO', 'CCN', 'CCN(C)C', 'CC(=O)OCC', 'C9CCCCC9', 'C9CCOCC9', 'CC9CCNCC9', 'c9ccc(S(=O)(=O)N)cc9'],
  ...['c9ccc(N(C)C)cc9', 'c9ccc8ccccc8c9', 'c9cnn(C)c9', 'c9nc8ccccc8s9', 'Cc9ccc(OC)c(OC)c9', 'C[C@H](O)c9ccccc9'],
  ...['C(F)(F)F', 'CCOC', 'CC#N', 'c9ccc(C(=O)NC)cc9', 'c9ccc(B(O)O)cc9', 'c9cc(Cl)cc(Cl)c9', 'c9ccc(Br)cc9'],
  ...['C(=O)c9ccccc9', 'C(=O)C9CC9', 'S(=O)(=O)c9ccccc9', 'c9ccc(O)cc9', 'c9ccc(C(C)(C)C)cc9', 'CCc9c[nH]c8ccccc98'],
  ...[
    'C9CCN(C)CC9',
    'c9ncccn9',
    'C(C)(C)C',
    'CCCC',
    'CCCCCC',
    'c9ccc(OCC)cc9',
    'Cc9ccncc9',
    'c9ccc(SC)cc9',
    'c9cc(C)on9',
  ],
  ...['CC9CCCO9', 'c9ccc(NC(=O)C)cc9', 'CCS(=O)(=O)C', 'c9ccc(C(=O)OC)cc9', 'c9ccc(-c8ccccc8)cc9', 'CCCl', 'CCF'],
  ...[
    'c9ccc([N+](=O)[O-])cc9',
    'C9CCCC9',
    'C9CCC9',
    'CC(C)C',
    'CC9CCCCC9',
    'CCCO',
    'CCCN',
    'c9ccc(CN)cc9',
    'c9ccc(CO)cc9',
  ],
  ...['c9ccoc9', 'c9ccc(F)c(F)c9', 'c9ccc(C)cc9', 'c9cccc(C)c9', 'c9ccccc9C', 'CC(F)(F)F', 'c9ccc(I)cc9'],
];

/** Drug-like molecules in a fixed order: each core with each pair of substituents, 20 to 110 thousand of them. */
function* combined(): Generator<string, undefined> {
  for (const first of substituents) {
    for (const second of substituents) {
      for (const core of cores) {
        yield core.replace('{A}', first).replace('{B}', second.replaceAll('9', '7').replaceAll('8', '6'));
      }
    }
  }
}

/** Items in one statement. */
const together = 1000;

/**
 * Gives the owner of a server so many finished items of different molecules (110 000 at most), with their entries in the index of structures.
 * @returns seconds that describing and storing the molecules took
 */
export async function addManyMolecules({ db, convert }: Services, count: number): Promise<number> {
  const owner = await firstAccount(db.drizzle);
  if (!owner) throw new Error('The server has no owner.');
  const began = performance.now();
  const molecules = combined();
  let made = 0;
  while (made < count) {
    const smiles: string[] = [];
    while (smiles.length < together) {
      const { value, done } = molecules.next();
      if (done) break;
      smiles.push(value);
    }
    if (smiles.length === 0) throw new Error(`There are only ${made} molecules.`);
    const described = (await describeEach(convert, smiles)).filter((one) => one !== null);
    const items = described
      .slice(0, count - made)
      .map((one) => ({ ...one, uuid: randomUUID(), name: `Molecule ${one.smiles}` }));
    await rows(
      db.drizzle,
      sql`INSERT INTO workflow (uuid, project_uuid, parent_uuid, run_by, name, object_type, object_status, object_data, smiles, seed, requirements)
          SELECT n.uuid, f.project_uuid, f.uuid, ${owner.id}, n.name, 'descriptors', 2, '{}', n.smiles, 1, '{}'
          FROM jsonb_to_recordset(${JSON.stringify(items.map(({ uuid, name, smiles: text }) => ({ uuid, name, smiles: text })))}::jsonb) AS n (uuid uuid, name text, smiles text),
            folder f WHERE f.uuid = ${owner.root_folder_uuid}::uuid`,
    );
    await rows(db.drizzle, sql`DELETE FROM structure_to_read`);
    const read = items.map(({ uuid, identity }) => ({
      kind: 'workflow' as const,
      uuid,
      mark: uuid,
      identities: [identity],
    }));
    await storeStructures(db, items, read);
    made += items.length;
  }
  await rows(db.drizzle, sql`ANALYZE`);
  return (performance.now() - began) / 1000;
}
