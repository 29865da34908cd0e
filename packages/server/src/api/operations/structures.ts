import { Pdb } from '@cuvette/core/chemistry';
import {
  FileBody,
  FileConversion,
  ForceFieldCheck,
  MoleculeBody,
  MoleculeFileBody,
  MoleculesBody,
  MoleculesConversion,
  PdbSequences,
  PreparationOptions,
  Protein,
  ProteinCreate,
  ProteinList,
  ProteinUpdate,
  PubchemBody,
  PubchemConversion,
  ReorderBody,
  Reordering,
  SmilesBody,
  SmilesConversion,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { PdbText } from '../structures/protein.ts';
import { SkippedResidues } from '../structures/protein-preparation.ts';
import { Count, Deleted, Done, marks, type Operations, paging, Text } from './operation.ts';

/** The molecule of the examples: water, as a file of it would have it. */
const water = {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.12] },
    { atomic_number: 1, position: [0, 0.76, -0.48] },
    { atomic_number: 1, position: [0, -0.76, -0.48] },
  ],
};

/** Proteins, and conversions of structures. */
export const structureOperations: Operations = {
  'GET /api/protein': {
    summary: 'Lists the proteins that you may see, page by page, without their structures',
    parameters: {
      computed: { description: 'Only structures that jobs made, or only the others.', default: undefined },
    },
    query: z.object({
      ...paging,
      name_contains: marks.name_contains,
      ancestor_uuid: z.optional(z.uuid()),
      project_uuid: z.optional(z.uuid()),
      computed: z.optional(z.boolean()),
    }),
    answer: ProteinList,
  },
  'POST /api/protein': { summary: 'Stores a protein in a project', body: ProteinCreate, status: 201, answer: Protein },
  'GET /api/protein/:uuid': {
    summary: 'Reads a protein with its structure',
    description: '`without_data=true` leaves the structure out: to follow a preparation while it goes on.',
    query: z.object({ without_data: z.optional(z.boolean()) }),
    answer: Protein,
  },
  'GET /api/shared/protein/:uuid': {
    summary: 'Reads a shared protein with its structure',
    caller: 'anybody',
    answer: Protein,
  },
  'POST /api/protein/:uuid': {
    summary: 'Changes the name, marks, pocket or structure of a protein; what is left out stays',
    body: ProteinUpdate,
    bodyOptional: true,
    answer: Protein,
  },
  'DELETE /api/protein/:uuid': {
    summary: 'Deletes a protein; it can be restored for 30 days',
    description:
      'Items that name it stay, and say in `proteins_in_trash` where it is; `used_by_items` tells how many they are.',
    answer: z.looseObject({ ...Deleted.shape, used_by_items: Count }),
  },
  'GET /api/protein/:uuid/get_pdb_file': {
    summary: 'Writes a protein as a PDB file, as it is or as it was uploaded',
    query: z.object({ original: z.optional(z.boolean()) }),
    type: 'chemical/x-pdb',
    answer: Text,
  },
  'POST /api/protein/sanitize/:uuid': {
    summary: 'Prepares a protein with the default choices',
    description: 'It takes a while: `sanitized` and `preparation` of the protein tell how it goes.',
    answer: Protein,
  },
  'POST /api/protein/prepare/:uuid': {
    summary: 'Prepares a protein: missing atoms and residues, hydrogens at a pH, waters and heterogens kept or dropped',
    description: 'It takes a while: `sanitized` and `preparation` of the protein tell how it goes.',
    query: z.partial(PreparationOptions),
    answer: Protein,
  },
  'POST /api/protein/:uuid/stop_preparation': { summary: 'Stops the preparation of a protein', answer: Done },
  'POST /api/protein/:uuid/restore_original': {
    summary: 'Takes all preparation of a protein back, to the structure that was uploaded',
    answer: Protein,
  },
  'POST /api/protein/:uuid/validate_forcefield': {
    summary: 'Checks whether the force field ff14SB has parameters for every residue of a protein',
    description: 'Residues whose names the body lists are not looked at.',
    body: SkippedResidues,
    bodyOptional: true,
    answer: ForceFieldCheck,
  },
  'POST /api/convert/pdb_file_to_protein': {
    summary: 'Reads the text of a PDB or mmCIF file as a protein structure',
    body: PdbText,
    answer: Pdb,
  },
  'POST /api/convert/stjames_pdb_to_pdb_filestring': {
    summary: 'Writes a protein structure as the text of a PDB file',
    body: Pdb,
    answer: Text,
  },
  'POST /api/convert/inspect_smiles': {
    summary: 'Checks SMILES and tells their formula, charge and undefined stereocentres, without making geometries',
    example: { smiles: ['CC(C)Cc1ccc(cc1)C(C)C(=O)O'] },
    body: SmilesBody,
    answer: SmilesConversion,
  },
  'POST /api/convert/smiles_to_mols': {
    summary: 'Makes 3D structures of SMILES; one that fails, fails alone',
    description:
      'Entry by entry in the order that was sent. `error.position` is where a SMILES breaks; `undefined_stereocentres` says what the structure had to choose.',
    example: { smiles: ['CC(C)Cc1ccc(cc1)C(C)C(=O)O', 'Cn1cnc2c1c(=O)n(C)c(=O)n2C'] },
    body: SmilesBody,
    answer: SmilesConversion,
  },
  'POST /api/convert/mols_to_smiles': {
    summary: 'Perceives the SMILES of 3D structures; one that fails, fails alone',
    body: MoleculesBody,
    answer: MoleculesConversion,
  },
  'POST /api/convert/mol_to_smiles': {
    summary: 'Perceives the SMILES of one 3D structure, or refuses in words',
    example: { molecule: water },
    body: MoleculeBody,
    answer: z.looseObject({ smiles: z.string(), perceived: z.literal(true) }),
  },
  'POST /api/convert/reorder_to_match_template': {
    summary: 'Puts the atoms of molecules into the order of a template; one with other bonds fails alone',
    body: ReorderBody,
    answer: Reordering,
  },
  'POST /api/convert/pubchem_to_mols': {
    summary: 'Makes 3D structures of compounds of PubChem, by number or name; one that fails, fails alone',
    example: { identifiers: ['ibuprofen', '2244'] },
    body: PubchemBody,
    answer: PubchemConversion,
  },
  'POST /api/convert/pubchem_to_smiles': {
    summary: 'Looks up the SMILES of compounds of PubChem, by number or name; one that fails, fails alone',
    example: { identifiers: ['ibuprofen', '2244'] },
    body: PubchemBody,
    answer: PubchemConversion,
  },
  'POST /api/convert/pdb_id_to_protein': {
    summary: 'Fetches the structure of an entry of the Protein Data Bank',
    query: z.object({ pdb_id: z.string() }),
    answer: Pdb,
  },
  'GET /api/convert/pdb_id_to_sequences': {
    summary: 'Fetches the sequences of an entry of the Protein Data Bank',
    query: z.object({ pdb_id: z.string() }),
    answer: PdbSequences,
  },
  'POST /api/convert/files_to_mols': {
    summary: 'Reads the molecules of a structure file',
    description:
      'The ending of `filename` says what it is. Lines that were left out stand in `failed` with their reason: SMILES of a list that cannot be read, atoms of a PDB file in alternate places. A file has at most 1000 molecules.',
    example: { filename: 'water.xyz', text: '3\n\nO 0 0 0.12\nH 0 0.76 -0.48\nH 0 -0.76 -0.48\n' },
    body: FileBody,
    answer: FileConversion,
  },
  'POST /api/convert/mol_to_file': {
    summary: 'Writes molecules as the text of a structure file',
    description: 'The type stands in the query or in the body.',
    example: { molecules: [water], filetype: 'sdf' },
    query: z.object({ filetype: z.optional(z.enum(['xyz', 'sdf', 'mol', 'pdb', 'smi'])) }),
    body: MoleculeFileBody,
    answer: z.looseObject({ text: z.string() }),
  },
};
