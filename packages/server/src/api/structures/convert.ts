import {
  FileBody,
  forgivingEnum,
  MoleculeBody,
  MoleculeFileBody,
  MoleculesBody,
  MoleculesConversion,
  ReorderBody,
  SmilesBody,
} from '@cuvette/core/entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { requireAccount } from '../../auth/principal.ts';
import { moleculesToSmiles, reorderEach } from '../../convert/molecules-batch.ts';
import type { Converter } from '../../convert/pool.ts';
import { inspectEach, smilesToMolecules } from '../../convert/smiles-batch.ts';
import { HttpProblem } from '../../errors.ts';
import { convertingFor, type Services } from '../../services.ts';
import { check, quoted } from '../../wire/body.ts';

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

/** Nothing is stored: a key that may only read, or of one project, may convert. */
const reads = { config: { reads: true, withinProject: true } } as const;

/** Conversions by RDKit, for signed-in people. */
export function convertRoutes(app: FastifyInstance, services: Services): void {
  const converterOf = async (request: FastifyRequest): Promise<Converter> =>
    convertingFor(services, (await requireAccount(request, services)).reader).convert;

  app.post('/api/convert/inspect_smiles', reads, async (request) => {
    const convert = await converterOf(request);
    return { results: await inspectEach(convert, check(SmilesBody, request.body).smiles) };
  });
  app.post('/api/convert/smiles_to_mols', reads, async (request) => {
    const convert = await converterOf(request);
    return { results: await smilesToMolecules(convert, check(SmilesBody, request.body).smiles) };
  });
  app.post('/api/convert/mols_to_smiles', reads, async (request) => {
    const convert = await converterOf(request);
    return { results: await moleculesToSmiles(convert, check(MoleculesBody, request.body).molecules) };
  });
  app.post('/api/convert/mol_to_smiles', reads, async (request) => {
    const convert = await converterOf(request);
    const { molecule } = check(MoleculeBody, request.body);
    const answer = z.parse(MoleculesConversion, await convert.run('mols_to_smiles', { molecules: [molecule] }));
    const [first] = answer.results;
    if (first?.smiles) return { smiles: first.smiles, perceived: true };
    const { detail = 'No SMILES could be perceived.', field = null } = first?.error ?? {};
    throw new HttpProblem(422, detail, field?.replace(/^molecules(?:\.0)?/, 'molecule') ?? 'molecule');
  });
  app.post('/api/convert/reorder_to_match_template', reads, async (request) => {
    const convert = await converterOf(request);
    const { template, molecules } = check(ReorderBody, request.body);
    return { results: await reorderEach(convert, template, molecules) };
  });
  app.post('/api/convert/files_to_mols', reads, async (request) => {
    const convert = await converterOf(request);
    return convert.run('files_to_mols', check(FileBody, request.body));
  });
  app.post('/api/convert/mol_to_file', reads, async (request) => {
    const convert = await converterOf(request);
    const body = check(MoleculeFileBody, request.body);
    const filetype = fileTypeOf((request.query as { filetype?: unknown }).filetype ?? body.filetype);
    return convert.run('mol_to_file', { ...body, filetype });
  });
}
