import { HttpProblem } from '../errors.ts';
import type { LookupQuestion } from './guarded-request.ts';

/** Reads an entry's identifier: four characters, or the extended form ("pdb_00001hck"), which is the same as the short one while that exists. Throws 422. */
export function pdbIdentifier(text: unknown): string {
  const typed = typeof text === 'string' ? text.trim() : '';
  const short = /^(?:pdb_0000)?([0-9][A-Za-z0-9]{3})$/i.exec(typed)?.[1];
  if (short !== undefined) return short.toUpperCase();
  if (/^pdb_[0-9a-z]{8}$/i.test(typed)) return typed.toLowerCase();
  throw new HttpProblem(
    422,
    'A PDB ID is a digit and three letters or digits, as in 1HCK, or the extended form pdb_00001hck.',
    'pdb_id',
  );
}

/** The entry as mmCIF, the form in which every entry is archived. */
export function pdbQuestion(identifier: string): LookupQuestion {
  return {
    path: `${identifier}.cif`,
    types: /^(?:$|text\/plain\b|application\/octet-stream\b|application\/(?:x-)?(?:mm)?cif\b|chemical\/)/i,
  };
}
