import type { JobEvent } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { convertPdbAside } from '../convert/pdb-aside.ts';
import { type Executor, rows } from '../store/database/database.ts';
import {
  endPreparation,
  notePreparation,
  type PreparationEnd,
  requeuePreparation,
} from '../store/protein-preparations.ts';
import { failAttempt, type OwnedAttempt } from './attempts.ts';
import { BadResult, parseEvent } from './bad-result.ts';
import type { Ending } from './report.ts';
import { mostAttempts } from './rules.ts';

/** An attempt at the preparation of a protein. */
type PreparationAttempt = Extract<OwnedAttempt, { workflow_uuid: null }>;

/** Takes what a preparation says while it runs: how far it is. */
export async function takePreparationEvents(
  tx: Executor,
  owned: PreparationAttempt,
  events: readonly JobEvent[],
): Promise<void> {
  const progress = events.findLast((event) => event.event === 'progress');
  if (progress) await notePreparation(tx, owned.protein_uuid, progress.stage, progress.percent ?? 0);
}

/** The prepared structure and the report of an ending, checked aside of the server's own work; null where it has none. Throws `BadResult`. */
export async function checkPrepared(ending: Ending): Promise<PreparationEnd | null> {
  if (ending.outcome !== 'completed') return null;
  const event = parseEvent(ending.result);
  if (event.event !== 'result') throw new BadResult('The last line of compute is not a result.');
  const { structure, report } = event.data;
  const checked = await convertPdbAside({ verify: JSON.stringify(structure ?? null) }, { limitMs: 60_000 });
  if (!('json' in checked)) throw new BadResult('The prepared structure does not fit its description.');
  return { state: 'done', report: report ?? {}, structure: checked.json };
}

/** Ends an attempt at a preparation with what its worker says. */
export async function finishPreparation(
  tx: Executor,
  owned: PreparationAttempt,
  ending: Ending,
  prepared: PreparationEnd | null,
): Promise<void> {
  const { uuid, protein_uuid: protein } = owned;
  if (ending.outcome === 'failed') {
    const event = parseEvent(ending.error);
    if (event.event !== 'error') throw new BadResult('The last line of compute is not an error.');
    const { error_class: errorClass, message, detail } = event;
    await failAttempt(tx, owned, { status: 'failed', errorClass, message, detail });
    return;
  }
  await rows(tx, sql`UPDATE attempt SET status = ${ending.outcome}, ended_at = now() WHERE uuid = ${uuid}::uuid`);
  if (prepared) await endPreparation(tx, protein, prepared);
  else if (ending.outcome === 'stopped' || owned.stop_requested) {
    await endPreparation(tx, protein, { state: 'stopped', message: 'Stopped.' });
  } else if (owned.number >= mostAttempts) {
    const message = `It was started and given back ${mostAttempts} times, and no worker finished it. Ask the administrator of this server why its workers leave.`;
    await endPreparation(tx, protein, { state: 'failed', message });
  } else await requeuePreparation(tx, protein, 0);
}
