import { ForceFieldCheck, PreparationOptions } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { requireAccount } from '../../auth/principal.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import { hasPdbFixer, runProteinCheck } from '../../proteins/force-field-check.ts';
import { acceptedMethods } from '../../queue/workers.ts';
import type { Services } from '../../services.ts';
import {
  preparationCapability,
  requestPreparation,
  restoreOriginal,
  stopPreparation,
} from '../../store/protein-preparations.ts';
import { readProtein } from '../../store/proteins.ts';
import { check } from '../../wire/body.ts';
import { uuidOf } from '../http/query.ts';

const what = 'The protein';
const withinProject = { config: { withinProject: true } } as const;
const reads = { config: { reads: true, withinProject: true } } as const;

/** Names of residues that a check leaves out. */
export const SkippedResidues = z._default(
  z.nullable(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(1000))),
  [],
);

const mayNot = new HttpProblem(403, 'You may read this protein, but not change it.');

/** A flag of a query as the languages write it: true, True, 1. */
function flag(name: string, value: string): boolean {
  const word = value.toLowerCase();
  if (word === 'true' || word === '1') return true;
  if (word === 'false' || word === '0') return false;
  throw new HttpProblem(422, `${name} must be true or false.`, name);
}

function optionsOf(query: Record<string, unknown>): PreparationOptions {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(PreparationOptions.shape)) {
    const value = query[name];
    if (value === undefined || value === '') continue;
    if (typeof value !== 'string') throw new HttpProblem(422, `${name} is given more than once.`, name);
    given[name] = name === 'add_hydrogen_ph' ? Number(value) : flag(name, value);
  }
  const ph = given.add_hydrogen_ph;
  if (ph !== undefined && !(Number(ph) >= 0 && Number(ph) <= 14)) {
    throw new HttpProblem(422, 'add_hydrogen_ph must be a number from 0 to 14.', 'add_hydrogen_ph');
  }
  return z.parse(PreparationOptions, given);
}

/** Force-field checks that run at once; more are asked to come again. */
const mostChecks = 2;
const checkSeconds = 120;

/** Preparation of proteins: ask for it, stop it, take it back; and whether a force field knows every residue. */
export function proteinPreparationRoutes(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  let checking = 0;

  /** Where no worker is connected, and none that was told otherwise, the preparation waits for one. */
  const refuseWithoutWorker = async (): Promise<void> => {
    const { capabilities, workers } = await acceptedMethods(db.drizzle);
    if (workers === 0 || services.awaitsWorker() || capabilities.includes(preparationCapability)) return;
    throw new HttpProblem(
      422,
      'Not available on this server: preparing a protein needs PDBFixer, and no worker of this server has it. Whoever runs the server can set it up by starting Cuvette again; until then, upload a structure that has all its atoms and hydrogens.',
    );
  };

  const refuseWithoutPdbFixer = async (): Promise<void> => {
    if (await hasPdbFixer(config.python)) return;
    throw new HttpProblem(
      422,
      'Not available on this server: checking a protein against a force field needs OpenMM, and the Python of this server does not have it. Whoever runs the server can set it up by starting Cuvette again.',
    );
  };

  /** The protein of a call, which the person may see. Throws 404. */
  const asked = async (request: FastifyRequest) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    if (!(await readProtein(db.drizzle, reader, uuid))) throw notFound(what);
    return { reader, uuid };
  };

  const prepare = async (request: FastifyRequest, options: PreparationOptions): Promise<unknown> => {
    const { reader, uuid } = await asked(request);
    await refuseWithoutWorker();
    const outcome = await requestPreparation(db, reader, uuid, options);
    if (outcome === 'refused') throw mayNot;
    if (outcome === 'busy') {
      throw new HttpProblem(
        409,
        'The protein is being prepared with other choices. Wait for its end, or stop it, before you start another.',
      );
    }
    services.wake.emit('queued');
    const found = await readProtein(db.drizzle, reader, uuid);
    if (!found) throw notFound(what);
    return { ...found, data: null };
  };

  app.post('/api/protein/sanitize/:uuid', withinProject, (request) =>
    prepare(request, z.parse(PreparationOptions, {})),
  );

  app.post('/api/protein/prepare/:uuid', withinProject, (request) =>
    prepare(request, optionsOf(request.query as Record<string, unknown>)),
  );

  app.post('/api/protein/:uuid/stop_preparation', withinProject, async (request) => {
    const { reader, uuid } = await asked(request);
    const outcome = await stopPreparation(db, reader, uuid);
    if (outcome === 'refused') throw mayNot;
    if (outcome === 'idle') throw new HttpProblem(409, 'The protein is not being prepared.');
    return { ok: true };
  });

  app.post('/api/protein/:uuid/restore_original', withinProject, async (request) => {
    const { reader, uuid } = await asked(request);
    const outcome = await restoreOriginal(db, reader, uuid);
    if (outcome === 'refused') throw mayNot;
    if (outcome === 'busy') throw new HttpProblem(409, 'The protein is being prepared. Stop that first.');
    if (outcome === 'none') throw new HttpProblem(409, 'The protein has the structure that was uploaded already.');
    return readProtein(db.drizzle, reader, uuid);
  });

  app.post('/api/protein/:uuid/validate_forcefield', reads, async (request) => {
    const { reader } = await requireAccount(request, services);
    const skip = check(SkippedResidues, request.body ?? null);
    const found = await readProtein(db.drizzle, reader, uuidOf(request.params, what));
    if (!found?.data) throw notFound(what);
    await refuseWithoutPdbFixer();
    if (checking >= mostChecks) throw new HttpProblem(503, 'Other proteins are being checked. Try again in a moment.');
    checking += 1;
    try {
      const job = JSON.stringify({ skip, structure: found.data });
      const outcome = await runProteinCheck({ config, job, seconds: checkSeconds });
      if (!outcome.ok) throw new HttpProblem(422, outcome.message);
      const answer = z.parse(ForceFieldCheck, outcome.report);
      if (answer.valid) return answer;
      const shown = answer.residues.slice(0, 10).map((one) => `${one.name} ${one.residue} (${one.reason})`);
      const more = answer.residues.length > shown.length ? ` and ${answer.residues.length - shown.length} more` : '';
      throw new HttpProblem(
        422,
        `${answer.force_field} has no parameters for ${shown.join(', ')}${more}. Prepare the protein, or leave these residues out.`,
      );
    } finally {
      checking -= 1;
    }
  });
}
