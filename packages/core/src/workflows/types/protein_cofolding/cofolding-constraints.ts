import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';

const inputType = z.enum(['ligand', 'protein', 'dna', 'rna']);

/** A residue or an atom of an input: `input_index` counts the inputs of its type from 0. */
const Token = z.looseObject({
  input_type: inputType,
  input_index: z.int().check(z.minimum(0)),
  token_index: z.int().check(z.minimum(0)),
  atom_name: optionalNull(z.string()),
});

/** Two tokens that stay within a distance (Å). */
export const ContactConstraint = z.looseObject({
  token_1: Token,
  token_2: Token,
  max_distance: z.number(),
  force: z._default(z.boolean(), false),
});

/** An input that sits in the pocket of these contacts, within a distance (Å). */
export const PocketConstraint = z.looseObject({
  input_type: inputType,
  input_index: z.int().check(z.minimum(0)),
  contacts: z.array(Token),
  max_distance: z.number(),
  force: z._default(z.boolean(), false),
});

/** How many inputs of each type there are. */
export type InputCounts = Readonly<Record<z.infer<typeof inputType>, number>>;
