import { Pdb } from '@cuvette/core/chemistry';
import { PdbSequences, PubchemBody, type PubchemCompound, PubchemConversion } from '@cuvette/core/entities';
import type * as z from 'zod/mini';
import { convertPdbAside } from '../../convert/pdb-aside.ts';
import type { PdbTask } from '../../convert/pdb-thread.ts';
import { smilesToMolecules } from '../../convert/smiles-batch.ts';
import { HttpProblem } from '../../errors.ts';
import { pdbIdentifier } from '../../lookups/pdb-entry.ts';
import { convertingFor } from '../../services.ts';
import { sendJson } from '../http/add-routes.ts';
import type { Parameter } from '../http/parameter-kinds.ts';
import { type Call, type Route, reads, route } from '../http/route.ts';
import { untilClosed } from '../http/until-closed.ts';

/** What fails for one identifier alone; a server without lookups and a person who asks too often fail for all. */
const aloneStatuses = [404, 502, 503, 504];

async function compoundsOf({
  services: { lookups },
  account,
  body: { identifiers },
}: Call<'person', unknown, z.output<typeof PubchemBody>>): Promise<PubchemCompound[]> {
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

/** An entry of the Protein Data Bank; the look-up refuses what is none. */
const pdb_id: Parameter = {
  description: 'The entry: four characters, or the long form (pdb_00001iep).',
  example: '1IEP',
  required: true,
  schema: { type: 'string', pattern: '^([0-9][A-Za-z0-9]{3}|[Pp][Dd][Bb]_[0-9A-Za-z]{8})$' },
  read: (query, name) => query[name],
};

async function entryOf(
  { services, account, query, request }: Call<'person', { pdb_id: unknown }, unknown>,
  task: (text: string) => PdbTask,
) {
  const text = await services.lookups.pdbEntry(account.id, query.pdb_id);
  const answer = await convertPdbAside(task(text), { person: account.id, signal: untilClosed(request) });
  if ('problem' in answer) throw new HttpProblem(502, `The entry cannot be used here. ${answer.problem}`, 'pdb_id');
  return answer;
}

const compounds = { example: { identifiers: ['ibuprofen', '2244'] }, body: PubchemBody, answer: PubchemConversion };

/** Compounds of PubChem and entries of the Protein Data Bank, for signed-in people. Nothing is stored. */
export const lookupRoutes: Route[] = [
  route('POST /api/convert/pubchem_to_mols', reads, {
    summary: 'Makes 3D structures of compounds of PubChem, by number or name; one that fails, fails alone',
    ...compounds,
    async handle(call) {
      const { services, reader, request } = call;
      const found = await compoundsOf(call);
      const known = found.filter(({ smiles }) => smiles !== null);
      const built = await smilesToMolecules(
        convertingFor(services, reader, untilClosed(request)).convert,
        known.map(({ smiles }) => smiles ?? ''),
      );
      const made = new Map(known.map((compound, index) => [compound, built[index]]));
      return {
        results: found.map((compound) => ({
          ...compound,
          molecule: made.get(compound)?.molecule ?? null,
          error: compound.error ?? made.get(compound)?.error ?? null,
        })),
      };
    },
  }),
  route('POST /api/convert/pubchem_to_smiles', reads, {
    summary: 'Looks up the SMILES of compounds of PubChem, by number or name; one that fails, fails alone',
    ...compounds,
    handle: async (call) => ({
      results: (await compoundsOf(call)).map(({ molecule: _molecule, ...compound }) => compound),
    }),
  }),
  route('POST /api/convert/pdb_id_to_protein', reads, {
    summary: 'Fetches the structure of an entry of the Protein Data Bank',
    query: { pdb_id },
    answer: Pdb,
    async handle(call) {
      const answer = await entryOf(call, (text) => ({ read: text }));
      if (!('json' in answer)) throw new HttpProblem(502, 'The entry holds no structure.', 'pdb_id');
      return sendJson(call.reply, answer.json);
    },
  }),
  route('GET /api/convert/pdb_id_to_sequences', reads, {
    summary: 'Fetches the sequences of an entry of the Protein Data Bank',
    query: { pdb_id },
    answer: PdbSequences,
    async handle(call) {
      const answer = await entryOf(call, (text) => ({ sequences: text }));
      if (!('sequences' in answer)) throw new HttpProblem(502, 'The entry lists no sequences.', 'pdb_id');
      return { pdb_id: pdbIdentifier(call.query.pdb_id), sequences: answer.sequences.map((one) => ({ ...one })) };
    },
  }),
];
