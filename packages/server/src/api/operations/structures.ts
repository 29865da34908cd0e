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
import { PdbText } from '../protein.ts';
import { SkippedResidues } from '../protein-preparation.ts';
import { Done, marks, type Operations, paging, Text } from './operation.ts';

/** Proteins, and conversions of structures. */
export const structureOperations: Operations = {
  'GET /api/protein': {
    summary: 'One page of the proteins that one may see, without their structures',
    query: z.object({
      ...paging,
      name_contains: marks.name_contains,
      ancestor_uuid: z.optional(z.uuid()),
      project_uuid: z.optional(z.uuid()),
    }),
    answer: ProteinList,
  },
  'POST /api/protein': { summary: 'Stores a protein', body: ProteinCreate, status: 201, answer: Protein },
  'GET /api/protein/:uuid': { summary: 'A protein with its structure', answer: Protein },
  'GET /api/shared/protein/:uuid': { summary: 'A protein that is shared', caller: 'anybody', answer: Protein },
  'POST /api/protein/:uuid': { summary: 'Changes a protein', body: ProteinUpdate, bodyOptional: true, answer: Protein },
  'DELETE /api/protein/:uuid': { summary: 'Deletes a protein', answer: Done },
  'GET /api/protein/:uuid/get_pdb_file': {
    summary: 'A protein as a PDB file; with `original` as it was before all preparation',
    query: z.object({ original: z.optional(z.boolean()) }),
    type: 'chemical/x-pdb',
    answer: Text,
  },
  'POST /api/protein/sanitize/:uuid': {
    summary:
      'Prepares a protein with the default choices; `sanitized` and `preparation` of the protein tell how it goes',
    answer: Protein,
  },
  'POST /api/protein/prepare/:uuid': {
    summary: 'Prepares a protein: missing atoms and residues, hydrogens at a pH, waters and heterogens kept or dropped',
    query: z.partial(PreparationOptions),
    answer: Protein,
  },
  'POST /api/protein/:uuid/stop_preparation': { summary: 'Stops the preparation of a protein', answer: Done },
  'POST /api/protein/:uuid/restore_original': {
    summary: 'Takes all preparation of a protein back',
    answer: Protein,
  },
  'POST /api/protein/:uuid/validate_forcefield': {
    summary: 'Whether ff14SB has parameters for every residue of a protein; names in the body are left out',
    body: SkippedResidues,
    bodyOptional: true,
    answer: ForceFieldCheck,
  },
  'POST /api/convert/pdb_file_to_protein': {
    summary: 'Reads the text of a PDB or mmCIF file',
    body: PdbText,
    answer: Pdb,
  },
  'POST /api/convert/stjames_pdb_to_pdb_filestring': {
    summary: 'Writes a protein structure as the text of a PDB file',
    body: Pdb,
    answer: Text,
  },
  'POST /api/convert/inspect_smiles': {
    summary: 'What RDKit says of SMILES, without making geometries',
    body: SmilesBody,
    answer: SmilesConversion,
  },
  'POST /api/convert/smiles_to_mols': {
    summary: 'Geometries of SMILES; one that fails, fails alone',
    body: SmilesBody,
    answer: SmilesConversion,
  },
  'POST /api/convert/mols_to_smiles': {
    summary: 'SMILES perceived from geometries',
    body: MoleculesBody,
    answer: MoleculesConversion,
  },
  'POST /api/convert/mol_to_smiles': {
    summary: 'The SMILES perceived from one geometry, or a refusal',
    body: MoleculeBody,
    answer: z.looseObject({ smiles: z.string(), perceived: z.literal(true) }),
  },
  'POST /api/convert/reorder_to_match_template': {
    summary: 'Molecules with their atoms in the order of a template; one without its bonds fails alone',
    body: ReorderBody,
    answer: Reordering,
  },
  'POST /api/convert/pubchem_to_mols': {
    summary: 'Geometries of compounds of PubChem, by number or name; one that fails, fails alone',
    body: PubchemBody,
    answer: PubchemConversion,
  },
  'POST /api/convert/pubchem_to_smiles': {
    summary: 'SMILES of compounds of PubChem, by number or name; one that fails, fails alone',
    body: PubchemBody,
    answer: PubchemConversion,
  },
  'POST /api/convert/pdb_id_to_protein': {
    summary: 'The structure of an entry of the Protein Data Bank',
    query: z.object({ pdb_id: z.string() }),
    answer: Pdb,
  },
  'GET /api/convert/pdb_id_to_sequences': {
    summary: 'The sequences of an entry of the Protein Data Bank',
    query: z.object({ pdb_id: z.string() }),
    answer: PdbSequences,
  },
  'POST /api/convert/files_to_mols': {
    summary: 'The molecules of a structure file',
    body: FileBody,
    answer: FileConversion,
  },
  'POST /api/convert/mol_to_file': {
    summary: 'Molecules as the text of a structure file; its type in the query or in the body',
    query: z.object({ filetype: z.optional(z.enum(['xyz', 'sdf', 'mol', 'pdb', 'smi'])) }),
    body: MoleculeFileBody,
    answer: z.looseObject({}),
  },
};
