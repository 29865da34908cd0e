import { sql } from 'drizzle-orm';
import { type Executor, iso, json, row, rows } from './database/database.ts';

/** The eLabFTW of a person; the key is sealed. */
export interface ElabftwAccount {
  address: string;
  sealed_key: string;
  /** The person's name there. */
  name: string;
  connected_at: string;
}

/** A file in an experiment: its number there, and what was uploaded. */
interface SentFile {
  id: number;
  sha256: string;
}

/** The experiment that holds an item, for whoever sent it. */
export interface ElabftwExperiment {
  address: string;
  /** Null until it was made. */
  experiment: number | null;
  /** Files of ours in it, by name. */
  uploads: Record<string, SentFile>;
  /** Whether it is sent again when a new run of the item ends. */
  follow: boolean;
  sent_at: string | null;
  error: string | null;
}

/** The eLabFTW that a person connected; null where there is none. */
export async function elabftwAccount(db: Executor, user: string): Promise<ElabftwAccount | null> {
  const found = await row<ElabftwAccount>(
    db,
    sql`SELECT address, sealed_key, name, connected_at FROM elabftw_account WHERE user_id = ${user}`,
  );
  return found && { ...found, connected_at: iso(found.connected_at) ?? '' };
}

/** Keeps the eLabFTW of a person, in place of the one before. */
export async function keepElabftwAccount(
  db: Executor,
  user: string,
  { address, sealed_key, name }: Omit<ElabftwAccount, 'connected_at'>,
): Promise<void> {
  await rows(
    db,
    sql`INSERT INTO elabftw_account (user_id, address, sealed_key, name) VALUES (${user}, ${address}, ${sealed_key}, ${name})
        ON CONFLICT (user_id) DO UPDATE SET address = excluded.address, sealed_key = excluded.sealed_key, name = excluded.name, connected_at = now()`,
  );
}

/** Forgets the eLabFTW of a person. The experiments stay known, so that the same server, connected again, gets no second ones. */
export async function forgetElabftwAccount(db: Executor, user: string): Promise<void> {
  await rows(db, sql`DELETE FROM elabftw_account WHERE user_id = ${user}`);
}

/**
 * The experiment of an item in the eLabFTW at an address: its own, else that of the nearest item that it is a new run of.
 * Null where none was sent there.
 */
export async function elabftwExperiment(
  db: Executor,
  user: string,
  uuid: string,
  address: string,
): Promise<(ElabftwExperiment & { workflow_uuid: string }) | null> {
  const found = await row<ElabftwExperiment & { workflow_uuid: string }>(
    db,
    sql`WITH RECURSIVE runs (uuid, depth) AS (
          SELECT ${uuid}::uuid, 0
          UNION ALL
          SELECT w.resubmitted_from_uuid, r.depth + 1 FROM runs r JOIN workflow w ON w.uuid = r.uuid
          WHERE w.resubmitted_from_uuid IS NOT NULL AND r.depth < 20
        )
        SELECT e.workflow_uuid, e.address, e.experiment, e.uploads, e.follow, e.sent_at, e.error
        FROM runs r JOIN elabftw_experiment e ON e.workflow_uuid = r.uuid
        WHERE e.user_id = ${user} AND e.address = ${address} ORDER BY r.depth LIMIT 1`,
  );
  return found && { ...found, sent_at: iso(found.sent_at) };
}

/** Seconds after which a sending that nobody ended is given up: its server died. */
const givenUpSeconds = 600;

/**
 * Begins to send an item, so that nobody else does at the same time: two senders would make two experiments. Takes over what is known of the item that
 * it is a new run of.
 * @returns false while it is being sent already
 */
export async function beginSending(
  db: Executor,
  user: string,
  uuid: string,
  known: Pick<ElabftwExperiment, 'address' | 'experiment' | 'uploads' | 'follow'>,
): Promise<boolean> {
  const { address, experiment, uploads, follow } = known;
  const begun = await row(
    db,
    sql`INSERT INTO elabftw_experiment (workflow_uuid, user_id, address, experiment, uploads, follow, sending_since)
        VALUES (${uuid}::uuid, ${user}, ${address}, ${experiment}, ${json(uploads)}, ${follow}, now())
        ON CONFLICT (workflow_uuid, user_id) DO UPDATE SET address = excluded.address, experiment = excluded.experiment,
          uploads = excluded.uploads, follow = excluded.follow, sending_since = now()
        WHERE elabftw_experiment.sending_since IS NULL
          OR elabftw_experiment.sending_since < now() - ${givenUpSeconds} * interval '1 second'
        RETURNING workflow_uuid`,
  );
  return begun !== null;
}

/** Writes down, while an item is being sent, what is in eLabFTW already. */
export async function noteSent(
  db: Executor,
  user: string,
  uuid: string,
  { experiment, uploads }: Pick<ElabftwExperiment, 'experiment' | 'uploads'>,
): Promise<void> {
  await rows(
    db,
    sql`UPDATE elabftw_experiment SET experiment = ${experiment}, uploads = ${json(uploads)}
        WHERE workflow_uuid = ${uuid}::uuid AND user_id = ${user}`,
  );
}

/** Ends the sending of an item; `error` is null where all of it is there. */
export async function endSending(db: Executor, user: string, uuid: string, error: string | null): Promise<void> {
  await rows(
    db,
    sql`UPDATE elabftw_experiment SET sending_since = NULL, error = ${error?.slice(0, 1000) ?? null},
          sent_at = CASE WHEN ${error === null}::boolean THEN now() ELSE sent_at END
        WHERE workflow_uuid = ${uuid}::uuid AND user_id = ${user}`,
  );
}

/** Keeps whether an item, and the new runs of it, are sent when they end; nothing is sent now. */
export async function followItem(
  db: Executor,
  user: string,
  uuid: string,
  address: string,
  follow: boolean,
): Promise<void> {
  await rows(
    db,
    sql`INSERT INTO elabftw_experiment (workflow_uuid, user_id, address, follow) VALUES (${uuid}::uuid, ${user}, ${address}, ${follow})
        ON CONFLICT (workflow_uuid, user_id) DO UPDATE SET follow = excluded.follow`,
  );
}
