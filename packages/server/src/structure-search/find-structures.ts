import { type StructureQuery, usualSimilarity } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { aboutField, HttpProblem } from '../errors.ts';
import { convertingFor, type Services } from '../services.ts';
import type { StructureMatches } from '../store/known-matches.ts';
import { countThings, moleculesAfter, moleculesOfDigest, newestMolecule } from '../store/molecules.ts';
import type { Reader } from '../store/reader.ts';

const Whole = z.object({ identity: z.string(), skeleton: z.string(), has_stereo: z.boolean(), similarity: z.string() });

/** Molecules that are read at a time, into the process that searches. */
const readTogether = 2000;

/** The molecules that are newer than those that a process has. */
export const newerMolecules = (services: Pick<Services, 'db'>) => (after: number) =>
  moleculesAfter(services.db.drizzle, after, readTogether);

/** The one way of searching that a query names; null where it names none. Throws 422 for more than one. */
function wayOf(query: StructureQuery): { name: 'exact' | 'substructure' | 'similar_to'; text: string } | null {
  const named = (['exact', 'substructure', 'similar_to'] as const).flatMap((name) => {
    const text = query[name];
    return text ? [{ name, text }] : [];
  });
  if (named.length > 1) {
    const names = named.map(({ name }) => name).join(' and ');
    throw new HttpProblem(
      422,
      `A search takes one of exact, substructure and similar_to, not ${names}.`,
      named[1]?.name,
    );
  }
  return named[0] ?? null;
}

/**
 * Searches the molecules of the server for a structure; null where the query names none. A structure without stereochemistry is found in all
 * its stereoisomers. Throws 422 for a structure that cannot be read, or whose search takes too long; 503 where RDKit is missing or busy.
 */
export async function findStructures(
  services: Services,
  reader: Reader,
  query: StructureQuery,
): Promise<StructureMatches | null> {
  const way = wayOf(query);
  if (way === null) return null;
  const { db, structures, matches } = services;
  const least = query.min_similarity ?? usualSimilarity;
  const newest = await newestMolecule(db.drizzle);
  const key = JSON.stringify([way, way.name === 'similar_to' ? least : null, newest]);
  const known = matches.get(key);
  if (known) return known;
  const person = reader.kind === 'user' ? reader.id : 'public';
  const whole = async () => {
    const { convert } = convertingFor(services, reader);
    const answer = await convert.run('whole_molecule', { smiles: way.text }).catch((error: unknown) => {
      throw aboutField(error, () => way.name);
    });
    return z.parse(Whole, answer);
  };
  let molecules: readonly number[];
  let similarities: readonly number[] | null = null;
  if (way.name === 'substructure') {
    molecules = await structures.substructure(way.text, newerMolecules(services), person);
  } else if (way.name === 'exact') {
    const { identity, skeleton, has_stereo } = await whole();
    molecules = has_stereo
      ? await moleculesOfDigest(db.drizzle, identity, 'identity')
      : await moleculesOfDigest(db.drizzle, skeleton, 'skeleton');
  } else {
    const asked = { fingerprint: (await whole()).similarity, least };
    const similar = await structures.similar(asked, newerMolecules(services), person);
    ({ numbers: molecules, similarities } = similar);
  }
  const found = { key, molecules, similarities, items: await countThings(db.drizzle, 'workflow', molecules) };
  matches.set(key, found);
  return found;
}
