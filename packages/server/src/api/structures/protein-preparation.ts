import { ForceFieldCheck, isPrepared, PreparationOptions, Protein } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem, notFound } from '../../errors.ts';
import { hasPdbFixer, runProteinCheck } from '../../proteins/force-field-check.ts';
import { acceptedMethods } from '../../queue/workers.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../store/database/database.ts';
import {
  preparationCapability,
  requestPreparation,
  restoreOriginal,
  stopPreparation,
} from '../../store/protein-preparations.ts';
import { readProtein } from '../../store/proteins.ts';
import type { Member } from '../../store/reader.ts';
import { Done, done } from '../http/answers.ts';
import { type Route, reads, route, withinProject } from '../http/route.ts';
import { preparationOptions } from './preparation-options.ts';

/** Residues that a check leaves out: names, or places from 0 among the ligands and other non-polymers, sorted by their names in the data. */
const SkippedResidues = z._default(
  z.nullable(
    z.array(z.union([z.string().check(z.maxLength(20)), z.int().check(z.minimum(0))])).check(z.maxLength(1000)),
  ),
  [],
);

/** Names of residues in place of their places, which are those of the record itself. Throws 422 for a place where there is none. */
function namesOfSkipped(protein: Protein, skip: readonly (string | number)[]): string[] {
  const records = Object.keys(protein.data?.models[0]?.non_polymer ?? {}).sort();
  return skip.map((one, index) => {
    const name = typeof one === 'string' ? one : records[one];
    if (name !== undefined) return name;
    const detail = `There is no non-polymer ${one}: the protein has ${records.length}, counted from 0.`;
    throw new HttpProblem(422, detail, String(index));
  });
}

const mayNot = new HttpProblem(403, 'You may read this protein, but not change it.');

/** Force-field checks that run at once; more are asked to come again. */
const mostChecks = 2;
const checkSeconds = 120;
let checking = 0;

/** Where no worker is connected that can prepare proteins, the preparation waits for one. */
async function refuseWithoutWorker({ db, awaitsWorker }: Services): Promise<void> {
  const { capabilities, workers } = await acceptedMethods(db.drizzle);
  if (workers === 0 || awaitsWorker() || capabilities.includes(preparationCapability)) return;
  throw new HttpProblem(
    422,
    'Not available on this server: preparing a protein needs PDBFixer, and no worker of this server has it. Its administrator can set it up by starting Cuvette again; until then, upload a structure that has all its atoms and hydrogens.',
  );
}

async function refuseWithoutPdbFixer({ config }: Services): Promise<void> {
  if (await hasPdbFixer(config.python)) return;
  throw new HttpProblem(
    422,
    'Not available on this server: checking a protein against a force field needs OpenMM, and the Python of this server does not have it. Its administrator can set it up by starting Cuvette again.',
  );
}

/** What a call about one protein is given. */
interface Asked {
  services: Services;
  db: Database;
  reader: Member;
  uuid: string;
}

/** The protein of a call, which the person may see. Throws 404. */
async function asked({ db, reader, uuid }: Asked): Promise<Protein> {
  const found = await readProtein(db.drizzle, reader, uuid);
  if (!found) throw notFound('The protein');
  return found;
}

async function prepare(call: Asked, options: PreparationOptions): Promise<Protein> {
  const { services, db, reader, uuid } = call;
  await asked(call);
  await refuseWithoutWorker(services);
  const outcome = await requestPreparation(db, reader, uuid, options);
  if (outcome === 'refused') throw mayNot;
  if (outcome === 'busy') {
    throw new HttpProblem(
      409,
      'The protein is being prepared with other choices. Wait for its end, or stop it, before you start another.',
    );
  }
  services.wake.emit('queued');
  return { ...(await asked(call)), data: null };
}

/** Whether the force field knows every residue of a protein. Throws 422 with those that it does not know, 503 while others are checked. */
async function checkForceField({ config }: Services, protein: Protein, skip: readonly string[]) {
  if (checking >= mostChecks) throw new HttpProblem(503, 'Other proteins are being checked. Try again in a moment.');
  checking += 1;
  try {
    const job = JSON.stringify({ skip, structure: protein.data });
    const outcome = await runProteinCheck({ config, job, seconds: checkSeconds });
    if (!outcome.ok) throw new HttpProblem(422, outcome.message);
    const answer = z.parse(ForceFieldCheck, outcome.report);
    if (answer.valid) return answer;
    const shown = answer.residues.slice(0, 10).map((one) => `${one.name} ${one.residue} (${one.reason})`);
    const more = answer.residues.length > shown.length ? ` and ${answer.residues.length - shown.length} more` : '';
    throw new HttpProblem(
      422,
      `${answer.force_field} has no parameters for ${shown.join(', ')}${more}. ${
        isPrepared(protein)
          ? 'The protein was prepared already: prepare it again with other choices, or leave these residues out.'
          : 'Prepare the protein, or leave these residues out.'
      }`,
    );
  } finally {
    checking -= 1;
  }
}

/** Preparation of proteins: ask for it, stop it, take it back; and whether a force field knows every residue. */
export const proteinPreparationRoutes: Route[] = [
  route('POST /api/protein/sanitize/:uuid', withinProject, {
    summary: 'Prepares a protein with the default choices',
    description: 'It takes a while: `sanitized` and `preparation` of the protein show its progress.',
    answer: Protein,
    handle: (call) => prepare(call, z.parse(PreparationOptions, {})),
  }),
  route('POST /api/protein/prepare/:uuid', withinProject, {
    summary: 'Prepares a protein: missing atoms and residues, hydrogens at a pH, waters and heterogens kept or dropped',
    description:
      'It takes a while: `sanitized` and `preparation` of the protein show its progress. Side chains get the state of their pKa (PROPKA); `protonation_states` is JSON text with states chosen by hand, such as `{"A.361": "HIE"}`.',
    query: preparationOptions,
    answer: Protein,
    handle: (call) => prepare(call, call.query),
  }),
  route('POST /api/protein/:uuid/stop_preparation', withinProject, {
    summary: 'Stops the preparation of a protein',
    answer: Done,
    async handle(call) {
      await asked(call);
      const outcome = await stopPreparation(call.db, call.reader, call.uuid);
      if (outcome === 'refused') throw mayNot;
      if (outcome === 'idle') throw new HttpProblem(409, 'The protein is not being prepared.');
      return done;
    },
  }),
  route('POST /api/protein/:uuid/restore_original', withinProject, {
    summary: 'Takes all preparation of a protein back, to the structure that was uploaded',
    answer: Protein,
    async handle(call) {
      await asked(call);
      const outcome = await restoreOriginal(call.db, call.reader, call.uuid);
      if (outcome === 'refused') throw mayNot;
      if (outcome === 'busy') throw new HttpProblem(409, 'The protein is being prepared. Stop that first.');
      if (outcome === 'none') throw new HttpProblem(409, 'The protein has the structure that was uploaded already.');
      return asked(call);
    },
  }),
  route('POST /api/protein/:uuid/validate_forcefield', reads, {
    summary: 'Checks whether the force field ff14SB has parameters for every residue of a protein',
    description:
      'Residues whose names the body lists are not looked at. A number is the place, from 0, of a ligand or other non-polymer among all, sorted.',
    body: SkippedResidues,
    emptyBody: null,
    answer: ForceFieldCheck,
    async handle(call) {
      const found = await asked(call);
      if (!found.data) return null;
      await refuseWithoutPdbFixer(call.services);
      return checkForceField(call.services, found, namesOfSkipped(found, call.body ?? []));
    },
  }),
];
