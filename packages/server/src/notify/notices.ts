import type { PgBoss } from 'pg-boss';
import { itemFor } from '../items/read-item.ts';
import type { Services } from '../services.ts';
import {
  handOverAgain,
  mostTries,
  type Notice,
  newNotices,
  noticeHanded,
  noticeTried,
  openNotice,
  webhookSecret,
} from '../store/notices.ts';
import { endMail, mailUnavailable, sendMail } from './mail.ts';
import { sendWebhook } from './webhook.ts';

/** How often and how patiently a notice is tried again: five times, after 10, 20, 40, ... seconds and some chance. */
export interface NoticePace {
  retrySeconds: number;
  pollSeconds: number;
}

const usualPace: NoticePace = { retrySeconds: 10, pollSeconds: 10 };
const retryLimit = mostTries - 1;
const queue = 'notice';

/** What a notice needs of the started server. */
export interface NoticeWays {
  /** Address that people use. */
  address: string;
  /** Sends an item to the eLabFTW of its person. Throws with a reason. */
  sendAgain: (services: Services, origin: string, uuid: string, user: string) => Promise<void>;
}

/** Sends one person the message that they asked for. Throws with a reason where that did not work. */
async function tell(services: Services, notice: Notice, { address, sendAgain }: NoticeWays): Promise<void> {
  const { config, db } = services;
  if (notice.user_id === null || notice.email === null) return;
  if (notice.kind === 'elabftw') return sendAgain(services, address, notice.workflow_uuid, notice.user_id);
  const item = await itemFor(services, { kind: 'user', id: notice.user_id }, notice.workflow_uuid);
  if (notice.kind === 'webhook') {
    if (notice.webhook_url === null) return;
    const secret = await webhookSecret(db.drizzle, notice.user_id);
    return sendWebhook(notice.webhook_url, JSON.stringify(item), secret, config.webhookHosts);
  }
  if (config.mail === null) throw new Error(mailUnavailable(config.mail) ?? '');
  return sendMail(config.mail, notice.email, endMail(item, address));
}

/**
 * Delivers notices by pg-boss, which keeps them over restarts and tries again. A notice is written in the transaction that
 * ends its item, and handed to pg-boss under its own uuid: none is lost, none is handed over twice. Returns the function that ends it.
 */
export async function startNotices(
  boss: PgBoss,
  services: Services,
  ways: NoticeWays,
  log: (text: string) => void,
  pace: NoticePace = usualPace,
): Promise<() => Promise<void>> {
  const { db, wake } = services;
  await boss.createQueue(queue, { retryLimit, retryBackoff: true, retryDelay: pace.retrySeconds, expireInSeconds: 60 });
  const worker = await boss.work<{ notice: string }>(
    queue,
    { pollingIntervalSeconds: pace.pollSeconds, batchSize: 10, perJobResults: true },
    async (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data }) => {
          const notice = await openNotice(db.drizzle, data.notice);
          if (!notice) return { id, status: 'completed' as const };
          const error = await tell(services, notice, ways).then(
            () => null,
            (reason: Error) => reason.message,
          );
          await noticeTried(db.drizzle, notice.uuid, error);
          if (error === null) return { id, status: 'completed' as const };
          log(`The ${notice.kind} about ${notice.workflow_uuid} was not delivered: ${error}`);
          return { id, status: 'failed' as const, output: { message: error } };
        }),
      ),
  );
  await handOverAgain(db.drizzle);
  let stopped = false;
  let handing: Promise<void> | null = null;
  const handOver = async (): Promise<void> => {
    const found = await newNotices(db.drizzle);
    for (const uuid of found) {
      await boss.send(queue, { notice: uuid }, { id: uuid });
      await noticeHanded(db.drizzle, uuid);
    }
    if (found.length > 0) boss.notifyWorker(worker);
  };
  const look = (): void => {
    if (stopped || handing) return;
    handing = handOver()
      .catch((error: Error) => log(`Handing notices over failed: ${error.message}`))
      .finally(() => {
        handing = null;
      });
  };
  const lookAfter = (what?: string): void => {
    if (what !== 'submitted') look();
  };
  wake.on('queued', lookAfter);
  const timer = setInterval(look, 5000);
  look();
  return async () => {
    stopped = true;
    clearInterval(timer);
    wake.off('queued', lookAfter);
    await handing;
  };
}
