import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../serve.ts';
import { bringIn } from '../testing/bundle-zips.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { fullRun } from '../testing/load.ts';
import { ownerKey, startTestServer } from '../testing/test-server.ts';
import type { QuotableNumber } from './quotable-number.ts';

const examples = path.join(import.meta.dirname, '../../../../examples/results');

/** The file of a result. It is read without the code under test. */
interface RawFile {
  items: { object_data: Record<string, unknown> }[];
  calculations: Record<string, unknown>;
}
const raw = (type: string) => JSON.parse(readFileSync(path.join(examples, `${type}.cuvette.json`), 'utf8')) as RawFile;

/** The number at a path of the data. */
function numberAt(data: unknown, ...keys: (string | number)[]): number {
  const found = keys.reduce((part, key) => (part as Record<string | number, unknown>)[key], data);
  return z.parse(z.number(), found);
}
/** The numbers of one key in a list of the data. */
const numbersIn = (data: Record<string, unknown>, list: string, key: string) =>
  z.parse(z.array(z.looseObject({ [key]: z.number() })), data[list]).map((one) => numberAt(one, key));

/** Energy of the last structure of a calculation, Hartree. */
function lastEnergy({ calculations }: RawFile, calculation: unknown): number {
  const one = z.parse(
    z.looseObject({ molecules: z.array(z.unknown()) }),
    calculations[z.parse(z.string(), calculation)],
  );
  return numberAt(one.molecules.at(-1), 'energy');
}

/** What the path climbs from its backward end, kcal/mol. */
function barrierOf(data: Record<string, unknown>, file: RawFile): number {
  const backward = z.parse(z.array(z.string()), data.irc_backward).at(-1);
  return (lastEnergy(file, data.starting_TS) - lastEnergy(file, backward)) * 627.5094740631;
}

/** A chemist's question, the type that answers it, the value that an agent reads, and the same number in the file of the result. */
const questions: readonly (readonly [
  question: string,
  type: string,
  value: string,
  expected: (data: Record<string, unknown>, file: RawFile) => number,
])[] = [
  [
    'How acidic is 4-aminobenzoic acid, what is its pKa?',
    'pka',
    'strongest_acid',
    (data) => numberAt(data, 'strongest_acid'),
  ],
  [
    'Which C-H bond of toluene breaks first, and at what dissociation energy?',
    'bde',
    'weakest_bond',
    (data) => Math.min(...numbersIn(data, 'bdes', 'energy')) * 627.5094740631,
  ],
  [
    'How many conformers does ibuprofen have?',
    'conformer_search',
    'number_of_conformers',
    (data) => z.parse(z.array(z.unknown()), data.conformer_uuids).length,
  ],
  ['What is the partition coefficient logP of ibuprofen?', 'logp', 'logp', (data) => numberAt(data, 'logp')],
  [
    'What is the docking score of the ligand in the protein?',
    'docking',
    'docking_score',
    (data) => Math.min(...numbersIn(data, 'scores', 'score')),
  ],
  [
    'Which of three ligands docks best, in a batch of compounds?',
    'batch_docking',
    'best_docking_score',
    (data) => Math.min(...z.parse(z.array(z.number()), data.best_scores)),
  ],
  [
    'What is the barrier of the inversion of ammonia along the intrinsic reaction coordinate?',
    'irc',
    'barrier_forward',
    barrierOf,
  ],
  [
    'What is the isoelectric point, from all microstates by pH?',
    'macropka',
    'isoelectric_point',
    (data) => numberAt(data, 'isoelectric_point'),
  ],
  [
    'What is the collision cross section of this ion?',
    'ion_mobility',
    'average_ccs',
    (data) => numberAt(data, 'average_ccs'),
  ],
  [
    'How strong a hydrogen bond acceptor is pyridine?',
    'hydrogen_bond_basicity',
    'strongest_acceptor',
    (data) => Math.max(...numbersIn(data, 'hba_sites', 'pkbhx')),
  ],
  [
    'Where do electrophiles and nucleophiles react, how electrophilic is acrolein?',
    'fukui',
    'global_electrophilicity_index',
    (data) => numberAt(data, 'global_electrophilicity_index'),
  ],
  [
    'Does this drug block the hERG channel, and what is its toxicity?',
    'admet',
    'hERG',
    (data) => numberAt(data, 'properties', 'hERG'),
  ],
];

// Twelve results are brought in: too long for every change.
describe.skipIf(!fullRun)('in the full run', () => {
  onOneDatabase('twelve questions of a chemist, asked by an agent', (place) => {
    let server: RunningServer;
    let agent: Client;
    const ask = async <T>(name: string, input: Record<string, unknown>): Promise<T> => {
      const answer = await agent.callTool({ name, arguments: input });
      expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
      return answer.structuredContent as T;
    };

    beforeAll(async () => {
      server = await startTestServer(place());
      for (const [, type] of questions) await bringIn(server, raw(type));
      agent = new Client({ name: 'test', version: '1' });
      await agent.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', server.address), {
          requestInit: { headers: { 'x-api-key': ownerKey } },
        }),
      );
    });
    afterAll(async () => {
      await agent.close();
      await server.stop();
    });

    test.each(questions)('%s', async (question, type, value, expected) => {
      const { types } = await ask<{ types: { type: string }[] }>('find_workflow_type', { question });
      expect(types.slice(0, 3).map((one) => one.type)).toContain(type);
      const { items } = await ask<{ items: { item: string }[] }>('find_items', { type });
      const { parts } = await ask<{ parts: { values: Record<string, QuotableNumber> } }>('read_result', {
        item: items[0]?.item,
        paths: ['values'],
      });
      const number = parts.values[value];
      const file = raw(type);
      expect(number?.value).toBeCloseTo(expected(file.items[0]?.object_data ?? {}, file), 6);
      expect(number?.sentence).toContain(items[0]?.item);
    });
  });
});
