import { sql } from 'drizzle-orm';
import { endConnections } from './applications.ts';
import { type Database, type Executor, row, rows } from './database/database.ts';
import { itemState } from './item-state.ts';
import { repairDefaults } from './projects.ts';
import { removeSecondFactors } from './second-factors.ts';
import { endSessions } from './sessions.ts';

/**
 * Gives an account whose address nobody ever vouched for to the person whose address it is: anybody may have signed up with it,
 * to wait for its owner. Every way in that was made before is closed: passwords, second factors, passkeys, sessions, API keys, connected applications, the secret of webhooks,
 * share links, other people in the account's own projects, and the addresses that are called when an item ends. What was computed stays. Nothing happens to an account whose
 * address was vouched for. True when one was taken over.
 */
export function takeOverUnproven(db: Database, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await row<{ id: string }>(
      tx,
      sql`UPDATE "user" SET email_verified = true, webhook_secret = NULL, updated_at = now()
          WHERE email = ${email.trim().toLowerCase()} AND NOT email_verified RETURNING id`,
    );
    if (!found) return false;
    const { id } = found;
    await rows(tx, sql`DELETE FROM account WHERE user_id = ${id}`);
    await removeSecondFactors(tx, id);
    await endSessions(tx, id);
    await endConnections(tx, id);
    await rows(tx, sql`UPDATE api_key SET revoked_at = now() WHERE user_id = ${id} AND revoked_at IS NULL`);
    await rows(tx, sql`UPDATE share_link SET revoked_at = now() WHERE created_by = ${id} AND revoked_at IS NULL`);
    const left = await rows<{ project_uuid: string; user_id: string }>(
      tx,
      sql`DELETE FROM membership m USING project p
          WHERE p.uuid = m.project_uuid AND p.owner_id = ${id} AND m.user_id <> ${id} RETURNING m.project_uuid, m.user_id`,
    );
    for (const { project_uuid: project, user_id: person } of left) {
      await rows(
        tx,
        sql`UPDATE saved_list SET project_uuid = NULL, updated_at = now()
            WHERE project_uuid = ${project}::uuid AND user_id = ${person}`,
      );
    }
    for (const project of new Set(left.map((one) => one.project_uuid))) await repairDefaults(tx, project);
    await silenceWebhooks(tx, id);
    return true;
  });
}

/**
 * Takes the webhook addresses off what an account submitted and what lies in its own projects, as far as it has not ended: items, drafts (whoever
 * submits one now does not know of them), and what is in the trash. Calls that are still to be made are not made.
 */
async function silenceWebhooks(tx: Executor, account: string): Promise<void> {
  const theirs = sql`(w.run_by = ${account} OR w.project_uuid IN (SELECT p.uuid FROM project p WHERE p.owner_id = ${account}))`;
  const addressed = sql`${theirs} AND w.object_status NOT IN (${itemState.finished}) AND (w.webhook_url IS NOT NULL OR w.draft ->> 'webhook_url' IS NOT NULL)`;
  // In the order in which moves and deletions take their rows, so that neither waits for the other.
  await rows(
    tx,
    sql`SELECT count(*) FROM (SELECT 1 FROM workflow w WHERE ${addressed} ORDER BY w.uuid FOR UPDATE) locked`,
  );
  await rows(
    tx,
    sql`UPDATE workflow w SET webhook_url = NULL, draft = w.draft || '{"webhook_url": null}'::jsonb, updated_at = now() WHERE ${addressed}`,
  );
  // Results go to no notebook that somebody else connected.
  await rows(tx, sql`DELETE FROM elabftw_account WHERE user_id = ${account}`);
  await rows(
    tx,
    sql`DELETE FROM notice n USING workflow w
        WHERE w.uuid = n.workflow_uuid AND ${theirs} AND n.kind IN ('webhook', 'elabftw') AND n.delivered_at IS NULL`,
  );
}
