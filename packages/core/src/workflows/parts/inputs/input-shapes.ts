import * as z from 'zod/mini';
import { Message } from '../../../entities/message.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { optionalNull } from '../../../entities/scalars.ts';

/** Notes for the person, in the data of every type. */
export const messages = z._default(z.array(Message), []);

/** A type that takes a molecule with coordinates; the server stores it with the settings. */
export const moleculeInput = { messages, initial_molecule: optionalNull(Molecule) };

/** A type that takes a SMILES. */
export const smilesInput = { messages, initial_smiles: z._default(z.nullable(z.string()), '') };

/** A type that takes either. */
export const moleculeOrSmilesInput = { ...smilesInput, ...moleculeInput };

/** A type that takes a list of SMILES. */
export const smilesListInput = { messages, initial_smiles_list: z._default(z.array(z.string()), []) };

/** Keys of the data that hold the input of a person, not settings. */
export const inputKeys: readonly string[] = ['initial_molecule', 'initial_smiles', 'messages'];
