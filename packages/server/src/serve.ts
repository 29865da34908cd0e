import { randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { access, constants, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from './api/app.ts';
import { type BodyPatience, bodyPatience } from './api/http/stalled-bodies.ts';
import { startWaitingItems } from './api/items/chain/start-waiting.ts';
import { createOAuth } from './auth/oauth.ts';
import { createOpenIdSignIn } from './auth/open-id.ts';
import { createSealing } from './auth/sealing.ts';
import { createSignIn } from './auth/sign-in.ts';
import { bringExamples } from './bundles/bring-examples.ts';
import { type Config, ConfigProblem, exposureWarning } from './config.ts';
import { createConvertPool } from './convert/pool.ts';
import { sendAgain } from './eln/send-to-elabftw.ts';
import { openFiles } from './files/open-files.ts';
import type { Patience } from './files/s3-bucket.ts';
import { lockDirectory } from './lock.ts';
import { jsonLine, type LogStream, logTroubleTo, withoutSecrets } from './log.ts';
import { createLookups } from './lookups/lookups.ts';
import { type NoticePace, startNotices } from './notify/notices.ts';
import { loseAttemptsOf, recoverAttempts, startReaper } from './queue/reaper.ts';
import { startSweeps } from './queue/sweeps.ts';
import { nobodyConnected, nothingOffered } from './queue/workers.ts';
import type { Services } from './services.ts';
import { addApiKey, hashKey, newKey } from './store/api-keys.ts';
import { keepCounts } from './store/counts.ts';
import type { Database } from './store/database/database.ts';
import { tieFiles } from './store/database/file-store-identity.ts';
import { liesTogether, openDatabase } from './store/database/open-database.ts';
import { welcomeOwner } from './store/first-start.ts';
import { firstAccount, insertAccount, isOwned, lockFirstAccount } from './store/users.ts';
import { openStructureSearch, startStructureSearch } from './structure-search/start-search.ts';
import { followChangedSettings } from './upkeep/changed-settings.ts';
import { startEmbeddedWorkers } from './worker/embedded.ts';
import { keepTemporarySwept } from './worker/temporary.ts';

/** A started server. */
export interface RunningServer {
  /** Address that people use. */
  address: string;
  /** The plain address, or with the one-time sign-in link on the first start. */
  entrance: string;
  /** True when an account signed in before, so that no link was made. */
  owned: boolean;
  services: Services;
  app: FastifyInstance;
  stop(): Promise<void>;
}

/** Callbacks of a start, and how it may differ in tests. */
export interface ServeOptions {
  /** Called when the server accepts requests, which may be long before its first worker is ready. */
  reached?: () => void;
  log?: (text: string) => void;
  onRoute?: (method: string, url: string) => void;
  /** Where JSON lines go; standard error by default. */
  logStream?: LogStream;
  /** Seconds to wait for the first worker of a new server. */
  firstWorkerSeconds?: number;
  /** Milliseconds for which a submission is held that nobody can judge before the first worker has reported. */
  firstReportMs?: number;
  /** Whether the structure converter is started at once, not on the first question. */
  warmConverter?: boolean;
  /** Whether what is stored enters the index of structures; true by default. */
  structureIndex?: boolean;
  /** How soon mail and webhooks are tried again. */
  noticePace?: NoticePace;
  /** How long bodies are waited for while they come. */
  bodyPatience?: Partial<BodyPatience>;
  /** How long a bucket's answers are waited for. */
  storePatience?: Patience;
}

/** Milliseconds after which a worker that did not report is no longer awaited: submissions are judged by what is known. */
const awaitedMs = 300_000;

async function openDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigProblem(
      `The data directory ${directory} cannot be written (${(error as NodeJS.ErrnoException).code}). Choose another with --data DIRECTORY or CUVETTE_DATA, or give this user the right to write there.`,
    );
  }
}

/** Bytes without which a database cannot start: its log and what it writes while it recovers. */
const roomToStart = 32 * 2 ** 20;

/** Throws `ConfigProblem` where the disk has no room for a start, before the database engine fails over it. `free` asks for the bytes that are left. */
export async function refuseFullDisk(
  directory: string,
  free = async (at: string) => statfs(at).then(({ bavail, bsize }) => bavail * bsize),
): Promise<void> {
  const bytes = await free(directory);
  if (bytes >= roomToStart) return;
  throw new ConfigProblem(
    `The disk of the data directory ${directory} has ${Math.floor(bytes / 2 ** 20)} MB left, and the database needs ${roomToStart / 2 ** 20} MB to start. Free some space, or choose another directory with --data.`,
  );
}

/** A text that is made once per data directory: the cookies' secret, the installation's name. */
async function lasting(file: string, make: () => string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known?.trim()) return known.trim();
  const text = make();
  await writeFile(file, `${text}\n`, { mode: 0o600 });
  return text;
}

/** What of the services rests on the secret of the data directory. */
function withSecret(
  secret: string,
  db: Services['db'],
  config: Config,
  port: () => number,
): Pick<Services, 'signIn' | 'sealing' | 'openId' | 'oauth'> {
  const baseUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  return {
    signIn: createSignIn(db, secret, baseUrl),
    sealing: createSealing(secret),
    openId: createOpenIdSignIn(db, secret, config),
    oauth: createOAuth(db, secret, config, port),
  };
}

/** Starts the server: data directory, lock, database, routes, recovery, workers. Throws `ConfigProblem` or `DirectoryInUse` with words for the person. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<RunningServer> {
  const logStream = config.log === 'json' ? (options.logStream ?? process.stderr) : null;
  const log =
    options.log ??
    ((text: string) => (logStream ? void logStream.write(jsonLine(text)) : console.error(withoutSecrets(text))));
  logTroubleTo(log);
  await openDirectory(config.data);
  await refuseFullDisk(config.data);
  const unlock = await lockDirectory(config.data);
  const undo: (() => Promise<unknown>)[] = [unlock];
  try {
    await tryPort(config);
    const db = await openDatabase(config);
    undo.push(() => db.close());
    const secret = await lasting(path.join(config.data, 'secret'), () => randomBytes(32).toString('base64url'));
    const serverId = await lasting(path.join(config.data, 'server-id'), randomUUID);
    const files = await openFiles(config.files, options.storePatience);
    await tieFiles(db.drizzle, files, liesTogether(config));
    const convert = await createConvertPool({ python: config.python });
    undo.push(() => convert.close());
    const embeddedKey = newKey('cuvette_worker');
    let stopping = false;
    let awaitsWorker = config.workers > 0;
    const began = performance.now();
    // Which port a server on port 0 gets is known when it listens.
    let port = config.port;
    const services: Services = {
      config,
      db,
      files,
      counts: keepCounts(),
      ...withSecret(secret, db, config, () => port),
      convert,
      ...(await openStructureSearch(config.python, undo)),
      lookups: createLookups(config),
      wake: new EventEmitter().setMaxListeners(0),
      embeddedKeyHash: config.workers > 0 ? hashKey(embeddedKey) : null,
      serverId,
      adminToken: newKey('cuvette_admin'),
      awaitsWorker: () => awaitsWorker && performance.now() - began < awaitedMs,
      firstReport: () => reportedWithin(services, options.firstReportMs ?? 20_000),
      stopping: () => stopping,
      trouble: async () => {
        if (stopping) return 'The server is stopping.';
        return (await db.answers()) ? files.trouble() : 'The database does not answer.';
      },
    };
    services.wake.once('registered', () => {
      awaitsWorker = false;
    });
    await makeOwner(services);
    await recoverAttempts(db, serverId);
    const app = await createApp(services, options.onRoute, logStream, { ...bodyPatience, ...options.bodyPatience });
    undo.push(() => app.close());
    await listen(app, config);
    options.reached?.();
    if (options.warmConverter ?? true) void convert.warm();
    port = (app.server.address() as { port: number }).port;
    const local = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    const address = config.publicUrl ?? local;
    const warning = exposureWarning(config);
    if (warning) log(warning);
    const adminFile = path.join(config.data, 'admin.json');
    await writeFile(adminFile, JSON.stringify({ address: local, public: address, token: services.adminToken }), {
      mode: 0o600,
    });
    undo.push(() => rm(adminFile, { force: true }));
    const stopSweeping = keepTemporarySwept();
    undo.push(async () => stopSweeping());
    const stopFollowing = await followChangedSettings(db, config, log);
    undo.push(async () => stopFollowing());
    const stopTending = tendQueue(services, log);
    undo.push(stopTending);
    const sweeps = await startSweeps(db, files, config.data, log);
    const stopNotices = await startNotices(sweeps.boss, services, { address, sendAgain }, log, options.noticePace);
    undo.push(startStructureSearch(services, log, options));
    const examples = bringExamples(services, log, () => stopping);
    undo.push(() => examples);
    const registered = once(services.wake, 'registered').catch(() => {});
    const workerServer = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host === '::' ? '[::1]' : new URL(local).hostname}:${port}`;
    const workers = startEmbeddedWorkers(config, workerServer, embeddedKey, log, (name) => {
      loseAttemptsOf(db, serverId, name)
        .then((lost) => lost > 0 && services.wake.emit('queued'))
        .catch((error: Error) => log(`Giving out the items of a dead worker failed: ${error.message}`));
    });
    if (config.workers > 0) await awaitFirstWorker(db, registered, options.firstWorkerSeconds ?? 60, log);
    const owned = await isOwned(db.drizzle);
    const account = await firstAccount(db.drizzle);
    const entrance =
      owned || !account
        ? `${address}/`
        : `${address}/sign-in?token=${await services.signIn.createLinkToken(account.email)}`;
    return {
      address,
      entrance,
      owned,
      services,
      app,
      async stop() {
        if (stopping) return;
        stopping = true;
        await stopTending();
        services.wake.emit('queued');
        await workers.stop(5000);
        await stopNotices();
        await sweeps.stop();
        for (const step of undo.reverse()) await step();
      },
    };
  } catch (error) {
    for (const step of undo.reverse()) await Promise.resolve(step()).catch(() => {});
    throw error;
  }
}

/** Looks after items that wait and run: lost attempts, limits, places in the queue, items that wait for others. Returns the function that ends it. */
function tendQueue(services: Services, log: (text: string) => void): () => Promise<void> {
  const { db, config, wake } = services;
  const stopReaper = startReaper(
    db,
    // Read at each look: administrators change it while the server runs.
    () => ({ activePerPerson: config.activePerPerson, limitsAreMinutes: !config.platform.billing }),
    () => wake.emit('queued'),
    log,
  );
  const stopWaitingItems = startWaitingItems(services, log);
  return async () => {
    stopReaper();
    await stopWaitingItems();
  };
}

/** Waits for the first worker of a server where none has reported so far, for some seconds at most, and says when there is none. */
async function awaitFirstWorker(
  db: Database,
  registered: Promise<unknown>,
  seconds: number,
  log: (text: string) => void,
): Promise<void> {
  if (!(await nothingOffered(db.drizzle))) return;
  await Promise.race([registered, new Promise((resolve) => setTimeout(resolve, seconds * 1000).unref())]);
  if (await nobodyConnected(db.drizzle)) log('No worker is ready yet; items wait in the queue until one is.');
}

/** The installation's first account: by the configured address, else a local one that the one-time link signs in to. */
async function makeOwner({ db, config }: Services): Promise<void> {
  if (await firstAccount(db.drizzle)) return;
  await db.transaction(async (tx) => {
    await lockFirstAccount(tx);
    if (await firstAccount(tx)) return;
    const account = await insertAccount(tx, config.ownerEmail ?? 'owner@cuvette.local');
    if (config.examples) await welcomeOwner(tx, account.id);
    if (config.ownerApiKey === null) return;
    const made = { user: account.id, key: config.ownerApiKey, name: 'set-up', canManage: true };
    await addApiKey(tx, { ...made, scope: 'read_write_delete' });
  });
}

/** Waits for the first worker to register, for so many milliseconds at most; not at all where none is awaited, and not while the server stops. */
async function reportedWithin({ wake, awaitsWorker, stopping }: Services, ms: number): Promise<void> {
  if (!awaitsWorker() || stopping()) return;
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), ms);
  try {
    await once(wake, 'registered', { signal: given.signal });
  } catch {
    // No worker became ready in time.
  } finally {
    clearTimeout(timer);
  }
}

/** Says at once that the port cannot be had, before the database is made. */
async function tryPort(config: Config): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(config.port, config.host, resolve);
    });
  } catch (error) {
    throw portProblem(error as NodeJS.ErrnoException, config);
  }
  await new Promise((resolve) => probe.close(resolve));
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw portProblem(error as NodeJS.ErrnoException, config);
  }
}

/** Returns what to do about an address that cannot be listened on. */
function portProblem(error: NodeJS.ErrnoException, { port, host }: Config): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigProblem(
        `Port ${port} is taken. Stop what uses it, or choose another: --port NUMBER (or CUVETTE_PORT).`,
      );
    case 'EACCES':
      return new ConfigProblem(`Port ${port} may not be used by this user. Choose one above 1023: --port NUMBER.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigProblem(`${host} is not an address of this machine. Use --host 127.0.0.1 or 0.0.0.0.`);
    default:
      return error;
  }
}
