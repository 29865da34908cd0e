import type { Problem } from '@cuvette/core/chemistry';
import { MadeFrom } from '@cuvette/core/entities';
import { identifierProblems, schemaProblems, type WorkflowDefinition } from '@cuvette/core/workflows';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { nameInTrash, usableProteins } from '../../store/proteins.ts';
import type { Member } from '../../store/reader.ts';
import { isReadable } from '../../store/workflows/read-workflows.ts';

const sourceField = 'made_from.workflow_uuid';

/** Lists what is wrong with the item that a submission says it was made from. */
async function sourceProblem({ db }: Services, reader: Member, made: unknown): Promise<Problem | null> {
  if (made === undefined || made === null) return null;
  const read = z.safeParse(MadeFrom, made);
  if (!read.success) return schemaProblems(read.error, made, 'made_from')[0] ?? null;
  if (await isReadable(db.drizzle, reader, read.data.workflow_uuid)) return null;
  return {
    field: sourceField,
    detail: 'The workflow that this one was made from was not found, or you have no access to it.',
  };
}

/** The first protein that a submission names and that is no identifier, or that the person may not read. */
async function proteinProblem(
  { db }: Services,
  reader: Member,
  definition: WorkflowDefinition,
  data: Record<string, unknown>,
): Promise<Problem | null> {
  const named = definition.proteins(data);
  const [malformed] = identifierProblems(named);
  if (malformed || named.length === 0) return malformed ?? null;
  const uuids = named.map(({ uuid }) => uuid.toLowerCase());
  const usable = await usableProteins(db.drizzle, reader, uuids);
  const lost = named.find(({ uuid }) => !usable.has(uuid.toLowerCase()));
  if (!lost) return null;
  const name = await nameInTrash(db.drizzle, reader, lost.uuid);
  return {
    field: lost.field,
    detail:
      name === null
        ? `The protein ${lost.uuid} was not found, or you have no access to it.`
        : `The protein "${name}" is in the trash. Restore it to use it again.`,
  };
}

/**
 * Refuses a submission that names what nobody could hand to its job: an identifier that is no UUID, a protein or an item that is not there or that the
 * person may not read. Throws 422 at the field of the identifier.
 */
export async function requireNamed(
  services: Services,
  reader: Member,
  definition: WorkflowDefinition,
  data: Record<string, unknown>,
): Promise<void> {
  const problem =
    (await proteinProblem(services, reader, definition, data)) ??
    (await sourceProblem(services, reader, data.made_from));
  if (problem) throw new HttpProblem(422, problem.detail, problem.field);
}

/** A draft without the item that it was made from, where that was deleted since: the link is lost, and nothing that is computed changes. */
export async function withoutLostSource(
  services: Services,
  reader: Member,
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const problem = await sourceProblem(services, reader, data.made_from);
  if (problem?.field !== sourceField) return data;
  const { made_from: _lost, ...rest } = data;
  return rest;
}
