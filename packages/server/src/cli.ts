import { access, constants, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { asksForHelp, commandHelp, helpOf, usage } from './cli-help.ts';
import { type Config, ConfigProblem, isEmail, optionsHelp, readConfig } from './config.ts';
import { HttpProblem } from './errors.ts';
import { DirectoryInUse, lockDirectory } from './lock.ts';
import { errorText, jsonLine } from './log.ts';
import { useProxy } from './worker/proxy.ts';
import type { Sandbox } from './worker/sandbox.ts';
import { ServerRefusal } from './worker/server-client.ts';

// Each command loads only what it needs: a worker has no business with a database engine in its memory.

/** How a failure is printed: as text, or in the form of the server's log. */
let tell = (text: string): void => console.error(text);

/** Takes `--name value` and `--name=value` out of the arguments. */
function take(args: string[], name: string): string | null {
  const index = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (index < 0) return null;
  const [found = ''] = args.splice(index, 1);
  if (found.includes('=')) return found.slice(name.length + 1);
  const [value] = args.splice(index, 1);
  if (value === undefined) throw new ConfigProblem(`${name} needs a value.`);
  return value;
}

/** A number of days as it was typed; null when it was not. Throws for what is none. */
function daysIn(text: string | null): number | null {
  if (text === null) return null;
  const days = Number(text);
  if (text.trim() === '' || !Number.isFinite(days) || days <= 0) {
    throw new ConfigProblem(
      `--days must be a number of days above 0, not "${text}". Without it the key does not expire.`,
    );
  }
  return days;
}

function refuseRest(args: string[]): void {
  if (args.length > 0) throw new ConfigProblem(`"${args[0]}" is not understood.\n\n${usage}`);
}

/** Milliseconds within which a server stops after the signal to stop. */
const stopMs = 8000;

async function serveCommand(args: string[]): Promise<void> {
  if (asksForHelp(args)) {
    console.log(`Usage: cuvette serve [options]\n\n${optionsHelp()}`);
    return;
  }
  const config = readConfig(args, process.env);
  if (config.log === 'json') tell = (text) => void process.stderr.write(jsonLine(text, 60));
  const [{ serve }, { surviveFaults }] = await Promise.all([import('./serve.ts'), import('./uncaught-faults.ts')]);
  const reached = (): void => {
    surviveFaults(tell, (reason) => {
      tell(reason);
      process.exit(1);
    });
    // `npm start` starts a server again that was reached once.
    process.send?.({ ready: config.log });
  };
  const server = await serve(config, { reached });
  let leaving = false;
  const leave = (): void => {
    if (leaving) process.exit(1);
    leaving = true;
    // Nothing may keep a server alive after the signal to stop.
    setTimeout(() => process.exit(1), stopMs).unref();
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        tell(errorText(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
  const newLink = 'get a new one-time link: npx cuvette user link';
  if (config.log === 'json') {
    // Logs are kept and passed on: the link that makes its bearer the owner is not in them.
    const how = server.owned
      ? `To sign in on another browser, ${newLink}`
      : `To sign in for the first time, ${newLink}`;
    for (const text of [how, `Cuvette is ready: ${server.address}/`]) process.stderr.write(jsonLine(text));
    return;
  }
  if (server.owned) console.log(`To sign in on another browser, ${newLink}`);
  console.log(`Cuvette is ready: ${server.entrance}`);
}

/** How this machine shuts jobs in; no job may look into the data directory of a server that is here. */
async function sandboxHere({ data, python }: Config): Promise<Sandbox> {
  const { findSandbox } = await import('./worker/sandbox.ts');
  const { makeTemporary } = await import('./worker/temporary.ts');
  const directory = await makeTemporary('probe');
  try {
    const present = await stat(data).catch(() => null);
    const setting = process.env.CUVETTE_SANDBOX;
    return await findSandbox({ setting, hidden: present ? [data] : [], directory, python });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Seconds after which a worker ends; null without the option. Throws for a value that is no such number. */
function lifetimeIn(text: string | null): number | null {
  if (text === null) return null;
  const seconds = Number(text);
  // Timers hold no longer times than this.
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 2_000_000) return seconds;
  throw new ConfigProblem(`--lifetime must be a whole number of seconds from 1 to 2000000, not "${text}".`);
}

/** Seconds that a worker works within the walltime of its job; null without the option. Throws for a value that is none. */
async function lifetimeOfWalltime(text: string | null): Promise<number | null> {
  if (text === null) return null;
  const { lifetimeWithin, walltimeIn } = await import('./worker/walltime.ts');
  const walltime = walltimeIn(text);
  if (walltime !== null) return lifetimeWithin(walltime);
  throw new ConfigProblem(
    `--walltime must be a whole number of seconds from 60 to 2000000, or hours:minutes:seconds, not "${text}".`,
  );
}

/** Seconds without work after which a worker ends; null without the option. Throws for a value that is none. */
function idleIn(text: string | null): number | null {
  if (text === null) return null;
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 2_000_000) return seconds;
  throw new ConfigProblem(`--idle must be a whole number of seconds from 1 to 2000000, not "${text}".`);
}

/** The first line that comes; empty where none does. */
async function firstLine(stream: NodeJS.ReadStream): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  return new Promise((resolve) => {
    const hear = (chunk: string): void => {
      text += chunk;
      if (text.includes('\n')) done();
    };
    const done = (): void => {
      stream.off('data', hear).off('end', done);
      resolve(text.split('\n')[0] ?? '');
    };
    stream.on('data', hear).on('end', done);
  });
}

async function workerCommand(args: string[]): Promise<void> {
  if (asksForHelp(args)) {
    const { text } = await sandboxHere(readConfig([], process.env));
    console.log(`${commandHelp.worker}\n\nOn this machine: ${text}`);
    return;
  }
  const embedded = args.includes('--embedded');
  if (embedded) args.splice(args.indexOf('--embedded'), 1);
  const server = take(args, '--server');
  const name = take(args, '--name') ?? hostname();
  const lifetime = lifetimeIn(take(args, '--lifetime'));
  const walltime = await lifetimeOfWalltime(take(args, '--walltime'));
  const idle = idleIn(take(args, '--idle'));
  refuseRest(args);
  const key = embedded ? await firstLine(process.stdin) : process.env.CUVETTE_WORKER_KEY;
  if (!server) throw new ConfigProblem('Say which server to work for: cuvette worker --server URL');
  if (!key)
    throw new ConfigProblem(
      'Set CUVETTE_WORKER_KEY to a worker key of the server (cuvette worker-key makes one there).',
    );
  const config = readConfig([], process.env);
  const { python, threads, dask, jobSeconds, jobMemoryMb, jobOutputMb } = config;
  if (dask !== null) await (await import('./worker/cluster-bridge.ts')).checkDask(python, dask);
  const leaving = new AbortController();
  process.on('SIGTERM', () => leaving.abort());
  process.on('SIGINT', () => leaving.abort());
  if (embedded) {
    // The server holds the other end: when it is gone, by whatever way, there is nobody to work for.
    process.stdin.on('end', () => process.exit(0));
    process.stdin.on('error', () => process.exit(0));
    process.stdin.resume();
  }
  useProxy(server, tell);
  const { runWorker } = await import('./worker/worker.ts');
  await runWorker({
    server,
    key,
    name,
    python,
    threads,
    dask,
    seconds: jobSeconds,
    memoryMb: jobMemoryMb,
    outputMb: jobOutputMb,
    sandbox: await sandboxHere(config),
    lifetime: lifetime === null || walltime === null ? (lifetime ?? walltime) : Math.min(lifetime, walltime),
    idle,
    signal: leaving.signal,
    log: (text) => console.error(text),
  });
  process.exit(0);
}

/** Starts the controller of pilots, which is Python in an environment of its own, in the place of this process. */
async function pilotsCommand(args: string[]): Promise<void> {
  const { startPilots } = await import('./pilots.ts');
  process.exitCode = await startPilots(args);
}

async function mcpCommand(args: string[]): Promise<void> {
  const server = take(args, '--server');
  refuseRest(args);
  const key = process.env.CUVETTE_API_KEY;
  if (!server) throw new ConfigProblem('Name the server: cuvette mcp --server URL');
  if (!URL.canParse(server)) throw new ConfigProblem(`--server must be an address, not "${server}".`);
  if (!key) throw new ConfigProblem('Set CUVETTE_API_KEY to an API key of the server (Account, API keys).');
  const { serveStdio } = await import('./mcp/serve-stdio.ts');
  await serveStdio(server, key);
  process.exit(0);
}

async function moveCommand(args: string[]): Promise<void> {
  const { moveToPostgres } = await import('./upkeep/move-to-postgres.ts');
  console.log(await moveToPostgres(readConfig(args, process.env)));
}

async function moveFilesCommand(args: string[]): Promise<void> {
  const { moveFiles } = await import('./upkeep/move-files.ts');
  console.log(await moveFiles(readConfig(args, process.env)));
}

async function backupCommand(args: string[]): Promise<void> {
  const [folder, ...rest] = args;
  if (folder === undefined || folder.startsWith('--')) {
    throw new ConfigProblem('Name the folder to make: cuvette backup FOLDER');
  }
  const { backUp } = await import('./upkeep/backup.ts');
  const config = readConfig(rest, process.env);
  // A running server has its embedded database open; it alone can say what is in it.
  const ask = async (file: string) => (await askServer(config.data, { command: 'dump', file })) !== null;
  console.log(await backUp(config, path.resolve(folder), ask));
}

async function restoreCommand(args: string[]): Promise<void> {
  const [dump, ...rest] = args;
  if (dump === undefined || dump.startsWith('--')) {
    throw new ConfigProblem('Name the backup or the dump: cuvette restore FOLDER, cuvette restore DUMP');
  }
  if ((await stat(dump).catch(() => null))?.isDirectory()) {
    const { restoreBackup } = await import('./upkeep/restore-backup.ts');
    console.log(await restoreBackup(readConfig(rest, process.env), path.resolve(dump)));
    return;
  }
  const { restoreDump } = await import('./upkeep/restore-dump.ts');
  console.log(await restoreDump(readConfig(rest, process.env), dump));
}

async function checkCommand(args: string[]): Promise<void> {
  const type = take(args, '--type');
  const asJson = args.includes('--json');
  const files = args.filter((arg) => arg !== '--json');
  const option = files.find((file) => file.startsWith('--'));
  if (option) refuseRest([option]);
  if (files.length === 0) throw new ConfigProblem('Name the files to check: cuvette check FILE...');
  const { checkFile, reportOf } = await import('./check-files.ts');
  const checked = await Promise.all(files.map((file) => checkFile(file, type)));
  console.log(asJson ? JSON.stringify(checked, null, 2) : checked.map(reportOf).join('\n\n'));
  process.exitCode = checked.every(({ fits }) => fits) ? 0 : 1;
}

/** An administrator's command as it was typed; it is checked where it is carried out. */
interface AdminWish {
  command: string;
  [part: string]: unknown;
}

/** Brings each file in by itself: one that does not fit leaves the others where they are, and names itself. */
async function importCommand(args: string[]): Promise<void> {
  const [email, folder, data] = [take(args, '--email'), take(args, '--folder'), take(args, '--data')];
  const option = args.find((arg) => arg.startsWith('--'));
  if (option) refuseRest([option]);
  if (args.length === 0) throw new ConfigProblem('Name the files to bring in: cuvette import FILE...');
  for (const file of args) {
    try {
      await access(file, constants.R_OK).catch((error: Error) => {
        throw new HttpProblem(422, `It cannot be read: ${error.message}`);
      });
      const wish = { command: 'import', email, folder, file: path.resolve(file) };
      await adminCommand(data === null ? [] : ['--data', data], wish);
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      console.error(`${file}: ${error.message}`);
      process.exitCode = 1;
    }
  }
}

/** Asks the running server of a data directory; null when none runs. */
async function askServer(data: string, call: AdminWish): Promise<string | null> {
  const text = await readFile(path.join(data, 'admin.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const admin = JSON.parse(text) as { address: string; public: string; token: string };
  let answer: Response;
  try {
    answer = await fetch(`${admin.address}/api/admin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-cuvette-admin': admin.token },
      body: JSON.stringify(call),
      signal: AbortSignal.timeout(['import', 'dump'].includes(call.command) ? 600_000 : 30_000),
    });
  } catch {
    return null;
  }
  const body = (await answer.json()) as { answer?: string; detail?: string };
  if (body.answer === undefined) throw new HttpProblem(answer.status, body.detail ?? 'The server refused.');
  return body.answer.startsWith('/') ? admin.public + body.answer : body.answer;
}

/** Throws for an address or a folder that is none, before a database is loaded or made for it. */
async function refuseTyped({ email, folder }: AdminWish): Promise<void> {
  if (typeof email === 'string' && !isEmail(email.trim().toLowerCase())) {
    throw new HttpProblem(422, `"${email}" is not an e-mail address.`, 'email');
  }
  if (typeof folder === 'string' && !(await import('./wire/body.ts')).isUuid(folder)) {
    throw new HttpProblem(422, `"${folder}" is not the identifier of a folder.`, 'folder');
  }
}

/** Throws where a command is about an account and there is no database yet: to make one takes a while, and it would be in the way of a move. */
async function refuseUnused({ data, databaseUrl }: Config, { command }: AdminWish): Promise<void> {
  if (databaseUrl !== null || command === 'user_add' || command === 'worker_key') return;
  const names = await readdir(data).catch((): string[] => []);
  // Also one that was moved, or is not whole: opening it gives the reason.
  if (names.some((name) => name === 'database' || name.startsWith('database.moved'))) return;
  throw new HttpProblem(
    404,
    `There is no account yet: ${data} was not used so far. Start the server there, or make an account: cuvette user add --email ADDRESS. Another data directory is named with --data.`,
  );
}

/** Carries out an administrator's command: by the running server, else on its database directly. */
async function adminCommand(args: string[], call: AdminWish): Promise<void> {
  const config = readConfig(args, process.env);
  const answer = await askServer(config.data, call);
  if (answer !== null) {
    console.log(answer);
    return;
  }
  await refuseTyped(call);
  const [
    { AdminCall, administrate },
    { check },
    { createSignIn },
    { liesTogether, openDatabase },
    { openFiles },
    { tieFiles },
  ] = await Promise.all([
    import('./api/platform/admin.ts'),
    import('./wire/body.ts'),
    import('./auth/sign-in.ts'),
    import('./store/database/open-database.ts'),
    import('./files/open-files.ts'),
    import('./store/database/file-store-identity.ts'),
  ]);
  const wish = check(AdminCall, call);
  await refuseUnused(config, call);
  await mkdir(config.data, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(config.data);
  try {
    const db = await openDatabase(config);
    const address = config.publicUrl ?? `http://${config.host}:${config.port}`;
    try {
      const files = await openFiles(config.files);
      await tieFiles(db.drizzle, files, liesTogether(config));
      const text = await administrate(
        {
          db,
          signIn: createSignIn(db, 'only links are made here, no cookies', address),
          files,
          config,
        },
        wish,
      );
      console.log(text.startsWith('/') ? `${address}${text}   (start the server first)` : text);
    } finally {
      await db.close();
    }
  } finally {
    await unlock();
  }
}

/** `cuvette admin`: what administrators do on their pages, for scripts. */
async function administrationCommand(words: string[]): Promise<void> {
  const data = take(words, '--data');
  if (words.length === 0) throw new ConfigProblem(helpOf('admin', undefined));
  await adminCommand(data === null ? [] : ['--data', data], { command: 'admin', words });
}

async function run(args: string[]): Promise<void> {
  const command = args.shift() ?? 'help';
  if (command === '--version') {
    const { version } = await import('./version.ts');
    console.log(version);
    return;
  }
  // These two say more than words.
  if (asksForHelp([command, ...args]) && command !== 'serve' && command !== 'worker') {
    console.log(helpOf(command, args[0]));
    return;
  }
  if (command === 'serve') return serveCommand(args);
  if (command === 'worker') return workerCommand(args);
  if (command === 'pilots') return pilotsCommand(args);
  if (command === 'mcp') return mcpCommand(args);
  if (command === 'check') return checkCommand(args);
  if (command === 'move-to-postgres') return moveCommand(args);
  if (command === 'move-files') return moveFilesCommand(args);
  if (command === 'backup') return backupCommand(args);
  if (command === 'restore') return restoreCommand(args);
  if (command === 'import') return importCommand(args);
  if (command === 'worker-key')
    return adminCommand(args, { command: 'worker_key', name: take(args, '--name') ?? 'worker' });
  if (command === 'admin') return administrationCommand(args);
  if (command === 'user') {
    const action = args.shift();
    const email = take(args, '--email');
    if (action === 'link') return adminCommand(args, { command: 'user_link', email });
    if (action === 'key') {
      const [name, scope, days] = [take(args, '--name'), take(args, '--scope'), daysIn(take(args, '--days'))];
      return adminCommand(args, {
        command: 'user_key',
        email,
        name: name ?? 'command line',
        ...(scope === null ? {} : { scope }),
        ...(days === null ? {} : { days }),
      });
    }
    if (action === 'add') {
      if (email === null) throw new ConfigProblem('Name the address: cuvette user add --email ADDRESS');
      return adminCommand(args, { command: 'user_add', email });
    }
    throw new ConfigProblem(helpOf('user', undefined));
  }
  if (command === 'help') {
    console.log(usage);
    return;
  }
  throw new ConfigProblem(usage);
}

/** Says why the command ends, and ends it with status 1: problems that the person can mend in one clear message, others as for a log. */
function end(error: unknown): never {
  const clear = [ConfigProblem, DirectoryInUse, HttpProblem, ServerRefusal].some((kind) => error instanceof kind);
  tell(clear ? (error as Error).message : errorText(error));
  process.exit(1);
}

/** The command line. Nothing that looks like a secret is in what it says of a failure. */
export async function main(args: string[]): Promise<void> {
  // Node itself would write the error whole, with the rows that a statement was about.
  process.on('uncaughtException', end);
  await run([...args]).catch(end);
}
