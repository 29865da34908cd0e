import { maximumSmilesLength } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';
import type { LookupQuestion } from './guarded-request.ts';

/** Most characters of a compound's name. */
const longestName = 200;

const Properties = z.looseObject({
  PropertyTable: z.looseObject({
    Properties: z
      .array(z.looseObject({ CID: z.int(), SMILES: z.string(), Title: z._default(z.nullable(z.string()), null) }))
      .check(z.minLength(1)),
  }),
});

/** A compound of PubChem; several may have the name that was asked for, then the others' numbers are in `other_cids`. */
export interface Compound {
  cid: number;
  name: string | null;
  smiles: string;
  other_cids: number[];
}

/** Reads what a person typed: a compound number (with or without "CID") or a name. Throws 422. */
export function pubchemIdentifier(text: string): { cid: string } | { name: string } {
  const typed = text.trim().replace(/\s+/g, ' ');
  const number = /^(?:cid[ :]?)?(\d{1,10})$/i.exec(typed)?.[1];
  if (number !== undefined) return { cid: String(Number(number)) };
  if (typed === '' || typed.length > longestName || /\p{Cc}/u.test(typed)) {
    throw new HttpProblem(
      422,
      `Give a PubChem compound number (CID) or a name of at most ${longestName} characters.`,
      'identifiers',
    );
  }
  return { name: typed };
}

/** The question to PUG REST. A name travels in the body, so that no text of a person's is part of an address. */
export function pubchemQuestion(identifier: { cid: string } | { name: string }): LookupQuestion {
  const types = /^application\/json\b/i;
  const wanted = 'property/SMILES,Title/JSON';
  return 'cid' in identifier
    ? { path: `compound/cid/${identifier.cid}/${wanted}`, types }
    : { path: `compound/name/${wanted}`, types, form: { name: identifier.name } };
}

/** Reads the answer. Throws 502 where it is not what PubChem answers. */
export function readCompound(text: string): Compound {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // What is no JSON does not fit either.
  }
  const parsed = z.safeParse(Properties, value);
  const [first, ...others] = parsed.success ? parsed.data.PropertyTable.Properties : [];
  if (!first || first.SMILES === '') throw new HttpProblem(502, 'PubChem answered with something that is no compound.');
  if (first.SMILES.length > maximumSmilesLength) {
    throw new HttpProblem(422, 'The compound is too large for this server.', 'identifiers');
  }
  return { cid: first.CID, name: first.Title, smiles: first.SMILES, other_cids: others.map(({ CID }) => CID) };
}
