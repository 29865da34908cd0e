import { MoleculesConversion } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { ConversionStopped, type Converter } from '../convert/pool.ts';
import { eachAlone, inSharedQuestions } from '../convert/retry-singly.ts';
import { HttpProblem } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Database } from '../store/database/database.ts';
import { type DescribedMolecule, type StructureToRead, storeStructures, structuresToRead } from '../store/molecules.ts';
import { itemToIndex, ligandsToIndex, structureToIndex } from '../store/structure-sources.ts';
import { type FoundStructures, structuresOfItem, structuresOfStored } from './structures-of.ts';

/** What the index works with. */
export interface IndexServices {
  db: Database;
  files: FileStore;
  convert: Converter;
}

/** Things that are read in one round. */
const together = 100;

const Described = z.object({
  molecules: z.array(
    z.nullable(
      z.object({
        smiles: z.string(),
        identity: z.string(),
        skeleton: z.string(),
        pattern: z.string(),
        similarity: z.string(),
      }),
    ),
  ),
});

const Ligands = z.object({ smiles: z.array(z.nullable(z.string())) });

/** SMILES that are described in one question: some 1 ms each. */
const describedTogether = { items: 200, weight: 20_000, weightOf: (smiles: string) => smiles.length };

const none: FoundStructures = { smiles: new Set(), geometries: [] };

/** SMILES of the ligands of a protein; those whose bonds do not follow from their atoms are left out. */
async function smilesOfLigands({ db, convert }: IndexServices, uuid: string): Promise<FoundStructures> {
  const found = await ligandsToIndex(db.drizzle, uuid);
  const residues = Object.values((found?.residues ?? {}) as Record<string, unknown>);
  if (residues.length === 0) return none;
  const answer = await convert.run('ligands_to_smiles', { residues }).catch((error: unknown) => {
    if (error instanceof ConversionStopped) return { smiles: [] };
    throw error;
  });
  const { smiles } = z.parse(Ligands, answer);
  return { smiles: new Set(smiles.filter((text) => text !== null)), geometries: [] };
}

async function structuresOf(services: IndexServices, { kind, uuid }: StructureToRead): Promise<FoundStructures> {
  const { db, files } = services;
  if (kind === 'protein') return smilesOfLigands(services, uuid);
  if (kind === 'structure') {
    const stored = await structureToIndex(db.drizzle, uuid);
    return stored ? structuresOfStored(stored) : none;
  }
  const item = await itemToIndex(db.drizzle, uuid);
  return item ? structuresOfItem(files, item) : none;
}

/** All SMILES of a thing; of geometries those that RDKit perceives. */
async function smilesOf(services: IndexServices, thing: StructureToRead): Promise<string[]> {
  const { smiles, geometries } = await structuresOf(services, thing);
  const perceived = await eachAlone(
    geometries,
    async (molecule, _index, limitMs) => {
      const answer = await services.convert.run('mols_to_smiles', { molecules: [molecule] }, { limitMs });
      return z.parse(MoleculesConversion, answer).results[0]?.smiles ?? null;
    },
    () => null,
  );
  return [...smiles, ...perceived.filter((text) => text !== null)];
}

/** What the converter says of SMILES; null for one that cannot be read. */
export function describeEach(convert: Converter, smiles: readonly string[]): Promise<(DescribedMolecule | null)[]> {
  return inSharedQuestions(
    smiles,
    describedTogether,
    async (some, limitMs) =>
      z.parse(Described, await convert.run('describe_structures', { smiles: some }, { limitMs })).molecules,
    () => null,
  );
}

/**
 * Reads the structures of the next things, the newest first, and stores them in the index. A thing whose structures cannot be read counts as read
 * without them. Throws where database or converter are away: the round is then done again.
 * @returns how many things were read
 */
async function indexNext(services: IndexServices): Promise<number> {
  const things = await structuresToRead(services.db.drizzle, together);
  if (things.length === 0) return 0;
  const texts: string[][] = [];
  for (const thing of things) {
    texts.push(
      await smilesOf(services, thing).catch((error: unknown) => {
        if (error instanceof HttpProblem && error.status < 500) return [];
        throw error;
      }),
    );
  }
  const distinct = [...new Set(texts.flat())];
  const described = await describeEach(services.convert, distinct);
  const bySmiles = new Map(distinct.map((text, index) => [text, described[index] ?? null]));
  const read = things.map((thing, index) => ({
    ...thing,
    identities: (texts[index] ?? []).flatMap((text) => bySmiles.get(text)?.identity ?? []),
  }));
  await storeStructures(
    services.db,
    described.filter((one) => one !== null),
    read,
  );
  return things.length;
}

/** Milliseconds between two looks for what changed, and after a fault. */
const everyMs = 1000;
const afterFaultMs = 30_000;

/**
 * Keeps the index up to date beside everything else, from the newest things to the oldest.
 * @returns stops it, once the round that is under way has ended
 */
export function keepIndex(
  services: IndexServices,
  log: (text: string) => void,
  pauseMs = everyMs,
): () => Promise<void> {
  let stopped = false;
  let wake = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  // A fault that lasts is logged once.
  let fault: string | null = null;
  const rounds = async () => {
    while (!stopped) {
      const next = await indexNext(services).then(
        (count) => {
          fault = null;
          return count > 0 ? 0 : pauseMs;
        },
        (error: Error) => {
          if (!stopped && fault !== error.message) log(`The index of structures waits: ${error.message}`);
          fault = error.message;
          return afterFaultMs;
        },
      );
      if (next > 0 && !stopped) await pause(next);
    }
  };
  const done = rounds();
  return async () => {
    stopped = true;
    wake();
    await done;
  };
}
