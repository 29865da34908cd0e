import { status } from '@cuvette/core/entities';
import { HttpProblem } from '../../../errors.ts';
import { errorWords } from '../../../log.ts';
import { admitSubmitted } from '../../../queue/admission.ts';
import { endItem } from '../../../queue/attempts.ts';
import {
  endWaiting,
  lockWaiting,
  type ReadyItem,
  readyItems,
  someoneWaits,
  stopWithoutSource,
} from '../../../queue/waiting-for-others.ts';
import { convertingFor, type Services } from '../../../services.ts';
import { enqueueDraft, setLikeDraft } from '../../../store/drafts.ts';
import { insertWorkflows } from '../../../store/workflows/insert-workflows.ts';
import { prepareWithResults } from './prepare-linked.ts';
import { readLinks } from './read-links.ts';

/** Milliseconds between two looks at items that wait for others; what ends on this server is looked at at once. */
const lookMs = 2000;

/** Milliseconds after which an item is tried again that could not begin for a reason that passes. */
const restMs = 60_000;

/** Lets an item into the queue that only waited. */
async function letBegin({ db, config }: Services, { uuid, run_by }: ReadyItem): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockWaiting(tx, uuid))) return;
    await endWaiting(tx, uuid);
    if (run_by !== null) await admitSubmitted(tx, run_by, [], { limit: config.activePerPerson });
  });
}

/** Puts the results that an item waited for into it, judges it as a whole, and lets it into the queue. Throws 422 and 404 where it cannot run. */
async function beginWithResults(
  services: Services,
  { uuid, run_by: person, name, parent }: ReadyItem,
  submission: NonNullable<ReadyItem['submission']>,
): Promise<void> {
  if (person === null) throw new HttpProblem(422, 'The account that submitted it was removed.');
  const reader = { kind: 'user', id: person } as const;
  const own = { ...submission, name, is_draft: false };
  const links = await readLinks(services, reader, own, parent);
  const [first, ...others] = await prepareWithResults(convertingFor(services, reader), reader, own, parent, {
    sources: links?.sources ?? [],
  });
  if (!first) throw new Error('A submission became no item.');
  const { db, config } = services;
  await db.transaction(async (tx) => {
    if (!(await lockWaiting(tx, uuid))) return;
    await enqueueDraft(tx, uuid, person, first);
    if (!(await insertWorkflows(tx, person, parent, others))) throw new HttpProblem(404, 'Its folder was deleted.');
    await setLikeDraft(
      tx,
      uuid,
      others.map((item) => item.uuid),
    );
    await admitSubmitted(
      tx,
      person,
      others.map((item) => item.uuid),
      { limit: config.activePerPerson },
    );
  });
}

/** Ends an item that cannot begin although its sources have completed, with the reason. */
async function failWaiting({ db }: Services, uuid: string, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockWaiting(tx, uuid))) return;
    const message = `It could not begin with the results that it waited for. ${reason}`;
    await endItem(tx, uuid, status.failed, { error_class: 'input_error', message, detail: null });
  });
}

/**
 * One look at items that wait for others: those whose sources have completed begin, those whose source failed, was stopped or was deleted are stopped. It goes by what
 * is stored and not by events, so that nothing is missed when a source ends while its child is being submitted. Returns whether anything changed.
 * @param resting items that could not begin for a reason that passes (a full queue, a store that does not answer), with the time (ms) until which they rest
 */
async function lookAtWaiting(
  services: Services,
  log: (text: string) => void,
  resting = new Map<string, number>(),
): Promise<boolean> {
  if (!(await someoneWaits(services.db.drizzle))) return false;
  let changed = (await stopWithoutSource(services.db)) > 0;
  for (const item of await readyItems(services.db.drizzle)) {
    if ((resting.get(item.uuid) ?? 0) > performance.now()) continue;
    try {
      if (item.submission === null) await letBegin(services, item);
      else await beginWithResults(services, item, item.submission);
    } catch (error) {
      const isWrong = error instanceof HttpProblem && error.status !== 429 && error.status < 500;
      if (!isWrong) {
        resting.set(item.uuid, performance.now() + restMs);
        log(`${item.uuid}, which waited for others, could not begin: ${errorWords(error)}`);
        continue;
      }
      await failWaiting(services, item.uuid, error.message);
    }
    changed = true;
    resting.delete(item.uuid);
  }
  if (changed) services.wake.emit('queued');
  return changed;
}

/** Looks at items that wait for others again and again, and at once when an item ends on this server. Returns the function that ends it. */
export function startWaitingItems(services: Services, log: (text: string) => void): () => Promise<void> {
  let ended = false;
  let asked = false;
  let looking: Promise<void> | null = null;
  const resting = new Map<string, number>();
  const look = (): void => {
    asked = true;
    looking ??= (async () => {
      while (asked && !ended) {
        asked = false;
        await lookAtWaiting(services, log, resting).catch((error: unknown) =>
          log(`Looking at items that wait for others failed: ${errorWords(error)}`),
        );
      }
      looking = null;
    })();
  };
  const onQueued = (why?: string) => {
    if (why !== 'submitted') look();
  };
  services.wake.on('queued', onQueued);
  const timer = setInterval(look, lookMs);
  return async () => {
    ended = true;
    clearInterval(timer);
    services.wake.off('queued', onQueued);
    await looking;
  };
}
