import type { Passkey } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Database, type Executor, iso, row, rows } from './database/database.ts';
import { endSessions } from './sessions.ts';

/** Whether an account asks for a code at sign-in. */
export async function hasSecondFactor(db: Executor, account: string): Promise<boolean> {
  const found = await row<{ on: boolean }>(
    db,
    sql`SELECT u.two_factor_enabled AS "on" FROM "user" u WHERE u.id = ${account}`,
  );
  return found?.on ?? false;
}

/** The passkeys of an account, oldest first. */
export async function listPasskeys(db: Executor, account: string): Promise<Passkey[]> {
  const found = await rows<Passkey>(
    db,
    sql`SELECT p.id AS uuid, p.name, p.created_at, p.last_used_at FROM passkey p WHERE p.user_id = ${account} ORDER BY p.created_at, p.id`,
  );
  return found.map((one) => ({ ...one, created_at: iso(one.created_at) ?? '', last_used_at: iso(one.last_used_at) }));
}

/** Notes that a passkey signed somebody in. */
export async function notePasskeyUse(db: Executor, credential: string): Promise<void> {
  await rows(db, sql`UPDATE passkey SET last_used_at = now() WHERE credential_id = ${credential}`);
}

/** Removes a passkey of an account. False when it is not the account's. */
export async function removePasskey(db: Executor, account: string, uuid: string): Promise<boolean> {
  const removed = await row(db, sql`DELETE FROM passkey WHERE user_id = ${account} AND id = ${uuid} RETURNING id`);
  return removed !== null;
}

/** Removes app, backup codes and remembered devices of an account. */
async function removeCodes(tx: Executor, account: string): Promise<void> {
  await rows(tx, sql`UPDATE "user" SET two_factor_enabled = false, updated_at = now() WHERE id = ${account}`);
  await rows(tx, sql`DELETE FROM two_factor WHERE user_id = ${account}`);
  await rows(tx, sql`DELETE FROM verification WHERE identifier LIKE 'trust-device-%' AND value = ${account}`);
}

/** Switches codes off: no app, no backup codes, no remembered devices. */
export function removeSecondFactorCodes(db: Database, account: string): Promise<void> {
  return db.transaction((tx) => removeCodes(tx, account));
}

/** Removes app, backup codes, remembered devices and passkeys of an account. */
export async function removeSecondFactors(tx: Executor, account: string): Promise<void> {
  await removeCodes(tx, account);
  await rows(tx, sql`DELETE FROM passkey WHERE user_id = ${account}`);
}

/** For somebody who lost them: as `removeSecondFactors`, and the account is signed out everywhere. Returns its address, or null where there is no such account. */
export function resetSecondFactors(db: Database, account: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const found = await row<{ email: string }>(tx, sql`SELECT email FROM "user" WHERE id = ${account} FOR UPDATE`);
    if (!found) return null;
    await removeSecondFactors(tx, account);
    await endSessions(tx, account);
    return found.email;
  });
}

/** Completes the session of a remembered device, which was begun as one that awaits a code. `token` is its hash. */
export async function completeRemembered(db: Executor, token: string): Promise<void> {
  await rows(
    db,
    sql`UPDATE session SET second_factor = 'remembered device' WHERE token = ${token} AND second_factor = 'awaited'`,
  );
}

/** The address of the account that a begun sign-in is for, by the identifier in its cookie; null where it is over. */
export async function addressOfBegun(db: Executor, identifier: string): Promise<string | null> {
  const found = await row<{ email: string }>(
    db,
    sql`SELECT u.email FROM verification v JOIN "user" u ON u.id = v.value WHERE v.identifier = ${identifier}`,
  );
  return found?.email ?? null;
}
