import { type PdbSequences, PubchemBody, type PubchemCompound } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { requireAccount } from '../../auth/principal.ts';
import { convertPdbAside, type PdbTask } from '../../convert/pdb-thread.ts';
import { smilesToMolecules } from '../../convert/smiles-batch.ts';
import { HttpProblem } from '../../errors.ts';
import { pdbIdentifier } from '../../lookups/pdb-entry.ts';
import { convertingFor, type Services } from '../../services.ts';
import { check } from '../../wire/body.ts';

/** Nothing is stored: a key that may only read, or of one project, may look up. */
const reads = { config: { reads: true, withinProject: true } } as const;

/** What fails for one identifier alone; a server without lookups and a person who asks too often fail for all. */
const aloneStatuses = [404, 502, 503, 504];

/** Compounds of PubChem and entries of the Protein Data Bank, for signed-in people. */
export function lookupRoutes(app: FastifyInstance, services: Services): void {
  const { lookups } = services;

  async function compoundsOf(request: FastifyRequest): Promise<PubchemCompound[]> {
    const { account } = await requireAccount(request, services);
    const { identifiers } = check(PubchemBody, request.body);
    const results: PubchemCompound[] = [];
    for (const identifier of identifiers) {
      const nothing = { identifier, cid: null, name: null, smiles: null, other_cids: [], molecule: null, error: null };
      try {
        results.push({ ...nothing, ...(await lookups.compound(account.id, identifier)) });
      } catch (error) {
        if (!(error instanceof HttpProblem) || !aloneStatuses.includes(error.status)) throw error;
        results.push({ ...nothing, error: { detail: error.message, position: null } });
      }
    }
    return results;
  }

  app.post('/api/convert/pubchem_to_smiles', reads, async (request) => {
    const results = await compoundsOf(request);
    return { results: results.map(({ molecule: _molecule, ...compound }) => compound) };
  });

  app.post('/api/convert/pubchem_to_mols', reads, async (request) => {
    const { reader } = await requireAccount(request, services);
    const compounds = await compoundsOf(request);
    const known = compounds.filter(({ smiles }) => smiles !== null);
    const built = await smilesToMolecules(
      convertingFor(services, reader).convert,
      known.map(({ smiles }) => smiles ?? ''),
    );
    const made = new Map(known.map((compound, index) => [compound, built[index]]));
    return {
      results: compounds.map((compound) => ({
        ...compound,
        molecule: made.get(compound)?.molecule ?? null,
        error: compound.error ?? made.get(compound)?.error ?? null,
      })),
    };
  });

  async function entryOf(request: FastifyRequest, task: (text: string) => PdbTask) {
    const { account } = await requireAccount(request, services);
    const { pdb_id } = request.query as { pdb_id?: unknown };
    const answer = await convertPdbAside(task(await lookups.pdbEntry(account.id, pdb_id)));
    if ('problem' in answer) throw new HttpProblem(502, `The entry cannot be used here. ${answer.problem}`, 'pdb_id');
    return { id: pdbIdentifier(pdb_id), answer };
  }

  app.post('/api/convert/pdb_id_to_protein', reads, async (request) => {
    const { answer } = await entryOf(request, (text) => ({ read: text }));
    if (!('pdb' in answer)) throw new HttpProblem(502, 'The entry holds no structure.', 'pdb_id');
    return answer.pdb;
  });

  app.get('/api/convert/pdb_id_to_sequences', reads, async (request) => {
    const { id, answer } = await entryOf(request, (text) => ({ sequences: text }));
    if (!('sequences' in answer)) throw new HttpProblem(502, 'The entry lists no sequences.', 'pdb_id');
    return { pdb_id: id, sequences: answer.sequences.map((one) => ({ ...one })) } satisfies z.input<
      typeof PdbSequences
    >;
  });
}
