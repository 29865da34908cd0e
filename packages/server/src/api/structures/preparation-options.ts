import { PreparationOptions } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import type { JsonSchema } from '../description/document.ts';
import { type Parameter, parameter } from '../http/parameter-kinds.ts';

/** An option of which `parse` reads the text. Throws 422 for one that is given more than once. */
const option = <T>(description: string, schema: JsonSchema, parse: (text: string, name: string) => T, words: object) =>
  parameter<T>(
    description,
    schema,
    (value, name) => {
      if (typeof value === 'string') return parse(value, name);
      throw new HttpProblem(422, `${name} is given more than once.`, name);
    },
    words,
  ) as Parameter<T>;

/** A switch as the languages write it: true, True, 1. */
const choose = (description: string, fallback: boolean) =>
  option<boolean>(
    description,
    { type: 'boolean' },
    (text, name) => {
      const word = text.toLowerCase();
      if (word === 'true' || word === '1') return true;
      if (word === 'false' || word === '0') return false;
      throw new HttpProblem(422, `${name} must be true or false.`, name);
    },
    { fallback },
  );

const statesExample = '{"A.361": "HIE"}';

/** The choices of a preparation, in the query of its call. */
export const preparationOptions = {
  find_missing_residues: choose(
    'Builds residues that are missing inside a chain; ends that were not observed are never built.',
    true,
  ),
  add_missing_atoms: choose('Adds heavy atoms that a residue should have.', true),
  replace_nonstandard_residues: choose('Makes selenomethionine methionine, and the like.', true),
  remove_heterogens: choose('Drops ligands, ions and sugars that are in no chain.', true),
  keep_waters: choose('Keeps the waters of the structure.', false),
  remove_hydrogens: choose('Drops the hydrogens that are there before new ones are added.', false),
  remove_invalid_hydrogens: choose(
    'Drops hydrogens that no heavy atom of their residue holds, or that have no name in it.',
    true,
  ),
  add_hydrogens: choose('Adds hydrogens as they are at the pH of `add_hydrogen_ph`.', true),
  add_hydrogen_ph: option<number>(
    'The pH at which residues are protonated, 0 to 14.',
    { type: 'number', minimum: 0, maximum: 14 },
    (text, name) => {
      const value = Number(text);
      if (value >= 0 && value <= 14) return value;
      throw new HttpProblem(422, `${name} must be a number from 0 to 14.`, name);
    },
    { fallback: 7, example: 7.4 },
  ),
  protonate_by_pka: choose(
    'Gives Asp, Glu, His, Lys and Cys the state of their pKa in the structure (PROPKA), also where the file has other hydrogens.',
    true,
  ),
  protonation_states: {
    ...option<PreparationOptions['protonation_states']>(
      'States chosen by hand, as JSON text: residues with ASP, ASH, GLU, GLH, HID, HIE, HIP, LYS, LYN, CYS or CYM.',
      { type: 'string' },
      (text, name) => {
        try {
          return z.parse(PreparationOptions.shape.protonation_states, JSON.parse(text));
        } catch {
          const words = `${name} must be JSON text with residues and their states, such as ${statesExample}.`;
          throw new HttpProblem(422, words, name);
        }
      },
      { fallback: {}, example: statesExample },
    ),
    // That nothing is chosen is no value that somebody would send.
    schema: { type: 'string' },
  },
  optimize_hydrogens: choose('Relaxes all hydrogens in a force field while heavy atoms are held.', true),
} satisfies { [K in keyof PreparationOptions]: Parameter<PreparationOptions[K]> };
