import type { ConnectedWorker, MethodReport, ProbeReport, WorkerSandbox } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import {
  type Database,
  type Executor,
  iso,
  json,
  row,
  rows,
  textArray,
  uuidArray,
} from '../store/database/database.ts';
import { isConnected } from '../store/live-workers.ts';
import { computingVersions } from './computing-versions.ts';
import { type Denial, denialInWords, denialOf } from './denied-workers.ts';

/** What a worker tells when it registers. */
export interface Registration {
  name: string;
  host: string;
  memoryMb: number;
  gpus?: number;
  /** Seconds until the worker ends; null when it has no end. */
  seconds?: number | null;
  /** Identity of the server whose child the worker is; null for a remote worker. */
  serverId: string | null;
  report: ProbeReport;
  /** What shuts jobs in there; null where the worker does not say. */
  sandbox?: WorkerSandbox | null;
}

/** Stores a worker and remembers every method it offers. Returns its uuid. */
export async function registerWorker(db: Database, registration: Registration): Promise<string> {
  return db.transaction(async (tx) => {
    const { report } = registration;
    const made = await row<{ uuid: string }>(
      tx,
      sql`INSERT INTO worker (name, host, server_id, report, capabilities, memory_mb, gpus, leaves_at, sandbox)
          VALUES (${registration.name}, ${registration.host}, ${registration.serverId}, ${json(report)}, ${textArray(report.capabilities)}, ${registration.memoryMb},
            ${registration.gpus ?? 0}::int, now() + make_interval(secs => ${registration.seconds ?? null}::float8),
            ${registration.sandbox ? json(registration.sandbox) : sql`NULL`})
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

/** Notes a sign of life of a worker. False when the server does not know it (it then registers again). */
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

/** Whether no worker is connected. */
export async function nobodyConnected(db: Executor): Promise<boolean> {
  return (await row(db, sql`SELECT 1 FROM worker k WHERE ${isConnected('k')} LIMIT 1`)) === null;
}

type Method = MethodReport['methods'][string];

/** The engines of a method that workers have between them, by name, where there are several to choose from; null else. */
function mergeEngines(known: Method | undefined, other: Method): NonNullable<Method['engines']> | null {
  const found: NonNullable<Method['engines']> = {};
  for (const { engines, ...method } of [known, other].filter((one) => one !== undefined)) {
    const own = engines ?? (method.available && method.engine ? { [method.engine]: method } : {});
    for (const [name, engine] of Object.entries(own)) {
      if (engine.available || !found[name]) found[name] = engine;
    }
  }
  return Object.keys(found).length > 1 ? found : null;
}

/** A method with the solvent models and the engines that another worker has for it too. */
function withOptionsOf(method: Method, other: Method): Method {
  const engines = mergeEngines(method, other);
  return {
    ...method,
    solvent_models: [...new Set([...method.solvent_models, ...other.solvent_models])],
    ...(engines ? { engines } : {}),
  };
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
      const chosen = !known || (method.available && (!known.available || faster)) ? method : known;
      const engines = mergeEngines(known, method);
      methods[name] = engines === null ? chosen : { ...chosen, engines };
    }
  }
  const capabilities = [...new Set(reports.flatMap((report) => report.capabilities))].sort();
  const starts = reports.flatMap(({ startup_seconds }) => startup_seconds ?? []);
  const startup = starts.length > 0 ? Math.max(...starts) : null;
  const given = reports.flatMap(({ cores }) => cores ?? []);
  const cores = given.length > 0 ? Math.min(...given) : null;
  return { workers: reports.length, capabilities, methods, startup_seconds: startup, cores };
}

/** Hours for which all that a worker offered stays known after its last sign of life. */
const knownHours = 24;

/** Condition that a worker k is away and was seen lately. One that has registered again since, as the same worker, is known by its newer row. */
const isAway = sql`(NOT ${isConnected('k')} AND k.last_seen_at > now() - make_interval(hours => ${knownHours}) AND NOT EXISTS (
  SELECT 1 FROM worker later WHERE later.name = k.name AND later.host = k.host AND later.server_id IS NOT DISTINCT FROM k.server_id
    AND later.registered_at > k.registered_at))`;

/** Probes by the uuid of their worker, which registers anew when what it can do has changed. Each submission is judged by them, and they are large. */
const probes = new Map<string, ProbeReport>();

/** Most probes that are remembered; pilots come and go. */
const mostProbes = 100;

/** The probes of workers, by their uuid. */
async function probesOf(db: Executor, uuids: readonly string[]): Promise<Map<string, ProbeReport>> {
  const asked = new Map<string, ProbeReport>();
  for (const uuid of uuids) {
    const known = probes.get(uuid);
    if (known) asked.set(uuid, known);
  }
  const unknown = uuids.filter((uuid) => !asked.has(uuid));
  if (unknown.length === 0) return asked;
  const found = await rows<{ uuid: string; report: ProbeReport }>(
    db,
    sql`SELECT k.uuid, k.report FROM worker k WHERE k.uuid = ANY(${uuidArray(unknown)})`,
  );
  if (probes.size + found.length > mostProbes) probes.clear();
  for (const { uuid, report } of found) {
    probes.set(uuid, report);
    asked.set(uuid, report);
  }
  return asked;
}

/** The workers that are connected, and those that were in the last day, for the members of the server. */
export async function listWorkers(db: Executor): Promise<ConnectedWorker[]> {
  const found = await rows<{
    uuid: string;
    name: string;
    host: string;
    embedded: boolean;
    connected: boolean;
    registered_at: string;
    last_seen_at: string;
    memory_mb: number;
    gpus: number;
    capabilities: string[];
    report: ProbeReport;
    sandbox: WorkerSandbox | null;
    denial: Denial | null;
  }>(
    db,
    sql`SELECT k.uuid, k.name, k.host, k.server_id IS NOT NULL AS embedded, ${isConnected('k')} AS connected, k.registered_at, k.last_seen_at,
          k.memory_mb, k.gpus, k.capabilities, k.report, k.sandbox, ${denialOf('k')} AS denial
        FROM worker k WHERE ${isConnected('k')} OR ${isAway} ORDER BY ${isConnected('k')} DESC, k.name COLLATE "C", k.registered_at`,
  );
  return found.map(({ report, denial, ...worker }) => ({
    ...worker,
    denied: denial && { since: iso(denial.since) ?? '', text: denialInWords(denial) },
    registered_at: iso(worker.registered_at) ?? '',
    last_seen_at: iso(worker.last_seen_at) ?? '',
    cores: report.cores ?? null,
    python: report.python,
    packages: report.packages,
    methods: Object.keys(report.methods)
      .filter((name) => report.methods[name]?.available)
      .sort(),
  }));
}

/** What submissions are judged by. */
export interface KnownMethods {
  /** What connected workers can do. */
  live: MethodReport;
  /**
   * That, and what those can that are merely away: with all their options for a day after they were seen, by the names of methods and capabilities for
   * longer. Such items wait for a worker.
   */
  accepted: MethodReport;
}

/** Versions of what computes on the workers that are connected and on those that were in the last day. */
export async function knownVersions(db: Executor): Promise<Record<string, string>[]> {
  const found = await rows<{ uuid: string }>(
    db,
    sql`SELECT k.uuid FROM worker k WHERE ${isConnected('k')} OR ${isAway}`,
  );
  const reports = await probesOf(
    db,
    found.map(({ uuid }) => uuid),
  );
  return [...reports.values()].map(computingVersions);
}

/** Reads what the workers can do, those that are connected and those that were lately, in one statement. */
export async function knownMethods(db: Executor): Promise<KnownMethods> {
  const found = await row<{
    workers: { uuid: string; connected: boolean }[];
    offered: { name: string; engine: string | null; version: string | null }[];
    capabilities: string[];
  }>(
    db,
    sql`SELECT
          coalesce((SELECT json_agg(json_build_object('uuid', k.uuid, 'connected', ${isConnected('k')}) ORDER BY k.registered_at)
            FROM worker k WHERE ${isConnected('k')} OR ${isAway}), '[]') AS workers,
          coalesce((SELECT json_agg(m ORDER BY m.name COLLATE "C") FROM (SELECT name, engine, version FROM offered_method) m), '[]') AS offered,
          coalesce((SELECT json_agg(DISTINCT c.name) FROM worker k CROSS JOIN LATERAL unnest(k.capabilities) AS c (name)
            WHERE k.last_seen_at > now() - interval '90 days'), '[]') AS capabilities`,
  );
  const { workers = [], offered = [], capabilities: everOffered = [] } = found ?? {};
  const reports = await probesOf(
    db,
    workers.map(({ uuid }) => uuid),
  );
  const merged = (connected: boolean) =>
    mergeReports(
      workers.filter((worker) => worker.connected === connected).flatMap(({ uuid }) => reports.get(uuid) ?? []),
    );
  const live = merged(true);
  const away = merged(false);
  const methods = { ...away.methods, ...live.methods };
  for (const [name, known] of Object.entries(away.methods)) {
    const present = live.methods[name];
    if (!known.available || !present) continue;
    methods[name] = present.available ? withOptionsOf(present, known) : known;
  }
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
  const capabilities = [...new Set([...live.capabilities, ...everOffered])].sort();
  const { startup_seconds, cores } = live.workers > 0 ? live : away;
  return { live, accepted: { ...live, startup_seconds, cores, capabilities, methods } };
}

/** Returns what a submission is judged by, and what `GET /api/methods` answers so that forms judge alike. */
export async function acceptedMethods(db: Executor): Promise<MethodReport> {
  return (await knownMethods(db)).accepted;
}

/** True while no worker ever offered anything: the very first start, where a submission would be refused until the probe is done. */
export async function nothingOffered(db: Executor): Promise<boolean> {
  return (await row(db, sql`SELECT 1 FROM offered_method LIMIT 1`)) === null;
}
