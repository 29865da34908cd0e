import {
  FileBody,
  FileConversion,
  forgivingEnum,
  MoleculeBody,
  MoleculeFileBody,
  MoleculesBody,
  MoleculesConversion,
  ReorderBody,
  Reordering,
  SmilesBody,
  SmilesConversion,
} from '@cuvette/core/entities';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { moleculesToSmiles, reorderEach } from '../../convert/molecules-batch.ts';
import type { Converter } from '../../convert/pool.ts';
import { inspectEach, smilesToMolecules } from '../../convert/smiles-batch.ts';
import { HttpProblem } from '../../errors.ts';
import { convertingFor, type Services } from '../../services.ts';
import type { Reader } from '../../store/reader.ts';
import { quoted } from '../../wire/body.ts';
import type { Parameter } from '../http/parameter-kinds.ts';
import { type Route, reads, route } from '../http/route.ts';
import { untilClosed } from '../http/until-closed.ts';

const fileTypes = ['xyz', 'sdf', 'mol', 'pdb', 'smi'] as const;
/** Read as every choice is: letter case does not matter, nor does the point before it. */
const FileType = forgivingEnum(fileTypes);

function fileTypeOf(asked: unknown): string {
  const found = z.safeParse(FileType, typeof asked === 'string' ? asked.trim().replace(/^\./, '') : asked);
  if (found.success) return found.data;
  throw new HttpProblem(
    422,
    `filetype must be one of ${fileTypes.join(', ')}, not ${asked === undefined ? 'missing' : quoted(asked)}.`,
    'filetype',
  );
}

/** The converter for a call: it takes its caller's turn, and gives up when the connection closes. */
function converterOf(call: { services: Services; reader: Reader; request: FastifyRequest }): Converter {
  return convertingFor(call.services, call.reader, untilClosed(call.request)).convert;
}

/** The type of a file in the address, which is read together with that of the body. */
const filetype: Parameter = {
  description: 'The type of the file; that of the body when left out.',
  example: 'sdf',
  schema: { type: 'string', enum: fileTypes },
  read: (query, name) => query[name],
};

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

/** Conversions by RDKit, for signed-in people. Nothing is stored: a key that may only read, or of one project, may convert. */
export const convertRoutes: Route[] = [
  route('POST /api/convert/inspect_smiles', reads, {
    summary: 'Checks SMILES and answers their formula, charge and undefined stereocentres, without making geometries',
    example: { smiles: ['CC(C)Cc1ccc(cc1)C(C)C(=O)O'] },
    body: SmilesBody,
    answer: SmilesConversion,
    handle: async (call) => ({ results: await inspectEach(converterOf(call), call.body.smiles) }),
  }),
  route('POST /api/convert/smiles_to_mols', reads, {
    summary: 'Makes 3D structures of SMILES; one that fails, fails alone',
    description:
      'Entry by entry in the order that was sent. `error.position` is where a SMILES breaks; `undefined_stereocentres` says what the structure had to choose.',
    example: { smiles: ['CC(C)Cc1ccc(cc1)C(C)C(=O)O', 'Cn1cnc2c1c(=O)n(C)c(=O)n2C'] },
    body: SmilesBody,
    answer: SmilesConversion,
    handle: async (call) => ({ results: await smilesToMolecules(converterOf(call), call.body.smiles) }),
  }),
  route('POST /api/convert/mols_to_smiles', reads, {
    summary: 'Perceives the SMILES of 3D structures; one that fails, fails alone',
    body: MoleculesBody,
    answer: MoleculesConversion,
    handle: async (call) => ({ results: await moleculesToSmiles(converterOf(call), call.body.molecules) }),
  }),
  route('POST /api/convert/mol_to_smiles', reads, {
    summary: 'Perceives the SMILES of one 3D structure, or answers the reason why not',
    example: { molecule: water },
    body: MoleculeBody,
    answer: z.looseObject({ smiles: z.string(), perceived: z.literal(true) }),
    async handle(call) {
      const question = { molecules: [call.body.molecule] };
      const answer = z.parse(MoleculesConversion, await converterOf(call).run('mols_to_smiles', question));
      const [first] = answer.results;
      if (first?.smiles) return { smiles: first.smiles, perceived: true as const };
      const { detail = 'No SMILES could be perceived.', field = null } = first?.error ?? {};
      throw new HttpProblem(422, detail, field?.replace(/^molecules(?:\.0)?/, 'molecule') ?? 'molecule');
    },
  }),
  route('POST /api/convert/reorder_to_match_template', reads, {
    summary: 'Puts the atoms of molecules into the order of a template; one with other bonds fails alone',
    body: ReorderBody,
    answer: Reordering,
    handle: async (call) => ({
      results: await reorderEach(converterOf(call), call.body.template, call.body.molecules),
    }),
  }),
  route('POST /api/convert/files_to_mols', reads, {
    summary: 'Reads the molecules of a structure file',
    description:
      'The ending of `filename` says what it is: xyz, extxyz, sdf, mol (V2000 and V3000), cdxml, cdx, rxn, smi, pdb, cif, poscar. A CDX file is binary: `text` holds its bytes in base64. Of a reaction all molecules are read, named by what they are. Lines that were left out are in `failed` with their reason: SMILES of a list that cannot be read, atoms of a PDB file in alternate places. A file has at most 1000 molecules.',
    example: { filename: 'water.xyz', text: '3\n\nO 0 0 0.12\nH 0 0.76 -0.48\nH 0 -0.76 -0.48\n' },
    body: FileBody,
    answer: FileConversion,
    handle: (call) => converterOf(call).run('files_to_mols', call.body) as Promise<z.input<typeof FileConversion>>,
  }),
  route('POST /api/convert/mol_to_file', reads, {
    summary: 'Writes molecules as the text of a structure file',
    description: 'The type is in the query or in the body.',
    example: { molecules: [water], filetype: 'sdf' },
    query: { filetype },
    body: MoleculeFileBody,
    answer: z.looseObject({ text: z.string() }),
    async handle(call) {
      const asked = fileTypeOf(call.query.filetype ?? call.body.filetype);
      const question = { ...call.body, filetype: asked };
      return converterOf(call).run('mol_to_file', question) as Promise<{ text: string }>;
    },
  }),
];
