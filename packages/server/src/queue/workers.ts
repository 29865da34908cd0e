import type { MethodReport, ProbeReport } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Database, type Executor, json, row, rows, textArray } from '../store/database/database.ts';
import { isConnected } from '../store/live-workers.ts';

/** What a worker tells when it registers. */
export interface Registration {
  name: string;
  host: string;
  memoryMb: number;
  gpus?: number;
  /** Seconds that the worker will still live; null when it has no end in sight. */
  seconds?: number | null;
  /** Identity of the server whose child the worker is; null for a remote worker. */
  serverId: string | null;
  report: ProbeReport;
}

/** Stores a worker and remembers every method it offers. Returns its uuid. */
export async function registerWorker(db: Database, registration: Registration): Promise<string> {
  return db.transaction(async (tx) => {
    const { report } = registration;
    const made = await row<{ uuid: string }>(
      tx,
      sql`INSERT INTO worker (name, host, server_id, report, capabilities, memory_mb, gpus, leaves_at)
          VALUES (${registration.name}, ${registration.host}, ${registration.serverId}, ${json(report)}, ${textArray(report.capabilities)}, ${registration.memoryMb},
            ${registration.gpus ?? 0}::int, now() + make_interval(secs => ${registration.seconds ?? null}::float8))
          RETURNING uuid`,
    );
    for (const [name, method] of Object.entries(report.methods)) {
      if (!method.available) continue;
      await rows(
        tx,
        sql`INSERT INTO offered_method (name, engine, version) VALUES (${name}, ${method.engine}, ${method.version})
            ON CONFLICT (name) DO UPDATE SET engine = excluded.engine, version = excluded.version, last_offered_at = now()`,
      );
    }
    if (!made) throw new Error('The worker was not stored.');
    return made.uuid;
  });
}

/** Notes that a worker lives. False when the server does not know it (it then registers again). */
export async function workerAlive(db: Executor, uuid: string): Promise<boolean> {
  const found = await row(
    db,
    sql`UPDATE worker SET last_seen_at = now(), gone = false WHERE uuid = ${uuid}::uuid RETURNING uuid`,
  );
  return found !== null;
}

/** Notes that a worker left in an orderly way. */
export async function workerLeft(db: Executor, uuid: string): Promise<void> {
  await rows(db, sql`UPDATE worker SET gone = true WHERE uuid = ${uuid}::uuid`);
}

/** Live workers' probes. */
export async function liveReports(db: Executor): Promise<ProbeReport[]> {
  const found = await rows<{ report: ProbeReport }>(
    db,
    sql`SELECT k.report FROM worker k WHERE ${isConnected('k')} ORDER BY k.registered_at`,
  );
  return found.map(({ report }) => report);
}

/** The probes of several workers as one: available where one worker has it, the fastest of them; a reason where none has. */
function mergeReports(reports: ProbeReport[]): MethodReport {
  const methods: MethodReport['methods'] = {};
  for (const report of reports) {
    for (const [name, method] of Object.entries(report.methods)) {
      const known = methods[name];
      const faster =
        (method.seconds_per_gradient ?? Number.POSITIVE_INFINITY) <
        (known?.seconds_per_gradient ?? Number.POSITIVE_INFINITY);
      if (!known || (method.available && (!known.available || faster))) methods[name] = method;
    }
  }
  const capabilities = [...new Set(reports.flatMap((report) => report.capabilities))].sort();
  const starts = reports.flatMap(({ startup_seconds }) => startup_seconds ?? []);
  const startup = starts.length > 0 ? Math.max(...starts) : null;
  const given = reports.flatMap(({ cores }) => cores ?? []);
  const cores = given.length > 0 ? Math.min(...given) : null;
  return { workers: reports.length, capabilities, methods, startup_seconds: startup, cores };
}

/** What `GET /api/methods` answers: what live workers can do. */
export async function methodReport(db: Executor): Promise<MethodReport> {
  return mergeReports(await liveReports(db));
}

/** What a submission is judged by: live methods, and those whose worker is merely away (their items wait). */
export async function acceptedMethods(db: Executor): Promise<MethodReport> {
  const report = await methodReport(db);
  const offered = await rows<{ name: string; engine: string | null; version: string | null }>(
    db,
    sql`SELECT name, engine, version FROM offered_method ORDER BY name COLLATE "C"`,
  );
  const methods = { ...report.methods };
  for (const { name, engine, version } of offered) {
    if (methods[name]?.available) continue;
    methods[name] = {
      available: true,
      engine,
      version,
      reason: null,
      seconds_per_gradient: null,
      atoms: null,
      exponent: null,
      solvent_models: methods[name]?.solvent_models ?? [],
    };
  }
  const seen = await rows<{ capability: string }>(
    db,
    sql`SELECT DISTINCT unnest(capabilities) AS capability FROM worker WHERE last_seen_at > now() - interval '90 days'`,
  );
  const capabilities = [...new Set([...report.capabilities, ...seen.map(({ capability }) => capability)])].sort();
  return { ...report, capabilities, methods };
}

/** True while no worker ever offered anything: the very first start, where a submission would be refused until the probe is done. */
export async function nothingOffered(db: Executor): Promise<boolean> {
  return (await row(db, sql`SELECT 1 FROM offered_method LIMIT 1`)) === null;
}
