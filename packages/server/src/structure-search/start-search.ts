import { createStructureProcess } from '../convert/structure-process.ts';
import type { Services } from '../services.ts';
import { knownMatches } from '../store/known-matches.ts';
import { newestMolecule } from '../store/molecules.ts';
import { newerMolecules } from './find-structures.ts';
import { keepIndex } from './structure-index.ts';

/** What searches by structure work with. `undo` gets what ends its process, which starts with the first search. */
export async function openStructureSearch(
  python: string,
  undo: (() => Promise<unknown>)[],
): Promise<Pick<Services, 'structures' | 'matches'>> {
  const structures = await createStructureProcess({ python });
  undo.push(() => structures.close());
  return { structures, matches: knownMatches() };
}

/**
 * Keeps the index of structures up to date, unless `structureIndex` is false, and reads its molecules into memory ahead of the first search, unless
 * `warmConverter` is. A server without molecules starts the process that searches with that search.
 * @returns stops it
 */
export function startStructureSearch(
  services: Services,
  log: (text: string) => void,
  { structureIndex = true, warmConverter = true }: { structureIndex?: boolean; warmConverter?: boolean },
): () => Promise<void> {
  const { db, files, convert, structures } = services;
  if (!structureIndex) return async () => {};
  const stop = keepIndex({ db, files, convert: convert.of('index of structures') }, log);
  if (!warmConverter) return stop;
  const warming = newestMolecule(db.drizzle)
    .then((newest) => (newest > 0 ? structures.warm(newerMolecules(services)) : undefined))
    // The first search says what is wrong.
    .catch(() => {});
  return async () => {
    await stop();
    await structures.close();
    await warming;
  };
}
