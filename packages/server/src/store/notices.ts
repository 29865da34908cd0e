import { randomBytes } from 'node:crypto';
import type { SentNotice } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Executor, iso, row, rows } from './database/database.ts';
import { type Member, personReads, workflowVisible } from './reader.ts';

/** A message to somebody that an item has ended, with what sending it needs. */
export interface Notice {
  uuid: string;
  kind: 'email' | 'webhook' | 'elabftw';
  workflow_uuid: string;
  webhook_url: string | null;
  /** The person who submitted the item; null when the account is gone, or may no longer see the item. */
  user_id: string | null;
  email: string | null;
}

/** Notices that nobody has taken on yet, oldest first. */
export async function newNotices(db: Executor): Promise<string[]> {
  const found = await rows<{ uuid: string }>(
    db,
    sql`SELECT uuid FROM notice WHERE handed_at IS NULL ORDER BY created_at LIMIT 500`,
  );
  return found.map(({ uuid }) => uuid);
}

/**
 * After a start: what was handed over and is not delivered is handed over again. The queue knows it by its uuid and leaves it
 * at that, unless its own records were lost (a move to another database does not take them along).
 */
export async function handOverAgain(db: Executor): Promise<void> {
  await rows(
    db,
    sql`UPDATE notice SET handed_at = NULL WHERE handed_at IS NOT NULL AND delivered_at IS NULL AND tries < ${mostTries}
          AND created_at > now() - interval '2 days'`,
  );
}

/** Notes that the queue has taken a notice on. */
export async function noticeHanded(db: Executor, uuid: string): Promise<void> {
  await rows(db, sql`UPDATE notice SET handed_at = now() WHERE uuid = ${uuid}::uuid`);
}

/** A notice that has still to be delivered; null when it was, or when its item is gone. */
export function openNotice(db: Executor, uuid: string): Promise<Notice | null> {
  return row(
    db,
    sql`UPDATE notice n SET tries = n.tries + 1
        FROM workflow w LEFT JOIN "user" u ON u.id = w.run_by AND ${personReads('u.id', 'w.project_uuid')}
        WHERE n.uuid = ${uuid}::uuid AND n.delivered_at IS NULL AND w.uuid = n.workflow_uuid AND w.deletion_uuid IS NULL
        RETURNING n.uuid, n.kind, n.workflow_uuid, w.webhook_url, u.id AS user_id, u.email`,
  );
}

/** Writes down how a try at a notice went; `error` is null when it was delivered. */
export async function noticeTried(db: Executor, uuid: string, error: string | null): Promise<void> {
  await rows(
    db,
    sql`UPDATE notice SET error = ${error?.slice(0, 1000) ?? null}, delivered_at = CASE WHEN ${error === null}::boolean THEN now() END
        WHERE uuid = ${uuid}::uuid`,
  );
}

/** How often a notice is tried before it is given up. */
export const mostTries = 6;

interface NoticeRow {
  uuid: string;
  kind: SentNotice['kind'];
  workflow_uuid: string;
  workflow_name: string;
  receiver: string | null;
  created_at: string;
  delivered_at: string | null;
  tries: number;
  error: string | null;
  gone: boolean;
}

/** Messages to a person about their own items, sent or waiting, newest first. A webhook and an eLabFTW show their host alone. */
export async function listNotices(
  db: Executor,
  member: Member,
  { page, size }: { page: number; size: number },
): Promise<{ notices: SentNotice[]; pages: number }> {
  const from = sql`FROM notice n JOIN workflow w ON w.uuid = n.workflow_uuid JOIN "user" u ON u.id = w.run_by
    WHERE w.run_by = ${member.id} AND ${workflowVisible(member, 'w')}`;
  const total = await row<{ count: number }>(db, sql`SELECT count(*)::int AS count ${from}`);
  const found = await rows<NoticeRow>(
    db,
    sql`SELECT n.uuid, n.kind, n.workflow_uuid, w.name AS workflow_name, n.created_at, n.delivered_at, n.tries, n.error,
          CASE n.kind WHEN 'email' THEN u.email WHEN 'webhook' THEN w.webhook_url
            ELSE (SELECT a.address FROM elabftw_account a WHERE a.user_id = u.id) END AS receiver,
          n.created_at < now() - interval '2 days' AS gone
        ${from} ORDER BY n.created_at DESC, n.uuid LIMIT ${size} OFFSET ${page * size}`,
  );
  const notices = found.map(({ gone, ...notice }): SentNotice => {
    const { kind, receiver, delivered_at, tries } = notice;
    const unfinished = tries >= mostTries || gone ? 'failed' : tries === 0 ? 'waiting' : 'retrying';
    return {
      ...notice,
      receiver: kind !== 'email' && receiver && URL.canParse(receiver) ? new URL(receiver).host : receiver,
      created_at: iso(notice.created_at) ?? '',
      delivered_at: iso(delivered_at),
      state: delivered_at === null ? unfinished : 'delivered',
    };
  });
  return { notices, pages: Math.ceil((total?.count ?? 0) / size) };
}

/** Removes messages that were sent, or given up, more than 30 days ago. */
export async function purgeNotices(db: Executor): Promise<void> {
  await rows(db, sql`DELETE FROM notice WHERE created_at < now() - interval '30 days'`);
}

/** The secret with which a person's webhooks are signed; made when it is asked for the first time, or anew. */
export async function webhookSecret(db: Executor, user: string, anew = false): Promise<string> {
  const fresh = `whsec_${randomBytes(32).toString('base64url')}`;
  const found = await row<{ webhook_secret: string }>(
    db,
    sql`UPDATE "user" SET webhook_secret = CASE WHEN ${anew}::boolean THEN ${fresh} ELSE coalesce(webhook_secret, ${fresh}) END
        WHERE id = ${user} RETURNING webhook_secret`,
  );
  if (!found) throw new Error('The account is gone.');
  return found.webhook_secret;
}

/** The same without making one. */
export async function knownWebhookSecret(db: Executor, user: string): Promise<string | null> {
  const found = await row<{ webhook_secret: string | null }>(
    db,
    sql`SELECT webhook_secret FROM "user" WHERE id = ${user}`,
  );
  return found?.webhook_secret ?? null;
}
