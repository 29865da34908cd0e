/** What `cuvette` without a command, and `cuvette --help`, says. */
export const usage = `Usage: cuvette COMMAND

  serve [options]                         start the server (cuvette serve --help lists the options)
  worker --server URL [--name NAME]       start a worker (cuvette worker --help says more); its key: CUVETTE_WORKER_KEY
  pilots --settings FILE [--check]        start workers on a batch system, as many as there is work for
  mcp --server URL                        serve an agent over standard input (Model Context Protocol); its key: CUVETTE_API_KEY
  user add --email ADDRESS                make an account and print its one-time sign-in link
  user link [--email ADDRESS]             print a new one-time sign-in link (without an address: the owner's)
  user key [--email ADDRESS] [--name NAME] [--scope read|read_write|read_write_delete] [--days NUMBER]
                                          make an API key and print it
  worker-key --name NAME                  make a key for a worker on another machine and print it
  admin PART ...                          people, workers, queue, storage, usage, limits, settings, audit log
  move-to-postgres [--data DIRECTORY]     move the embedded database into the empty PostgreSQL of DATABASE_URL
  move-files [--data DIRECTORY]           move the files of the data directory to where CUVETTE_FILES says
  backup FOLDER [--data DIRECTORY]        write database, files and secret into a new folder, also while the server runs
  restore FOLDER [--data DIRECTORY]       restore a backup into an empty data directory
  restore DUMP [--data DIRECTORY]         put a dump (DATA/dumps) in the place of the embedded database
  check [--type TYPE] [--json] FILE...    say what fits in result files: items, calculations, bundles, object_data

  import [--email ADDRESS] [--folder UUID] FILE...
                                          bring bundles of another server in, or outputs of other programs

The user, worker-key, admin and import commands work while the server runs and while it does not; they take --data as serve does.
cuvette COMMAND --help says more of each; cuvette --version prints the version.`;

const data = `  --data DIRECTORY   the data directory of the server (default: CUVETTE_DATA, else .cuvette in the checkout)`;
const settings = `Settings of the server (DATABASE_URL, CUVETTE_FILES and the others of cuvette serve --help) count here too.`;
const whose = `  --email ADDRESS    of this account (default: the owner's)`;

/** What `cuvette COMMAND --help` says; of "worker" without what is so on this machine. "serve" has its options from its settings. */
export const commandHelp: Readonly<Record<string, string>> = {
  admin: `Usage: cuvette admin PART [what is to be done] [--data DIRECTORY]

  people                                              accounts, as JSON
  people administrator|member|disable|enable EMAIL    change an account
  people reset-second-factor EMAIL                    remove app, backup codes and passkeys of who lost them
  people hand-over EMAIL TO                           give all projects of a person to another
  workers                                             what workers can do, do and did, as JSON
  workers drain|resume|allow NAME [REASON]            drain a worker, let it take items again, allow a denied one
  queue                                               what waits and why, as JSON
  queue priority UUID NUMBER [REASON]                 -10 to 10; higher ones go first
  queue hold UUID REASON, queue release UUID          hold an item, release it
  storage                                             bytes by person and kind, as JSON
  usage [--after DATE] [--before DATE] [--csv]        core-hours by month, person, project and type
  limits                                              limits of people and projects, as JSON
  limits person|project EMAIL|UUID|'*' [--active-items N] [--core-hours N] [--storage-mb N]
                                                      set the limits; those left out are none
  settings                                            settings and what fixes them, as JSON
  settings NAME VALUE, settings NAME --default        change a setting, or go back to its default
  audit [--contains TEXT] [--action ACTION] [--after DATE] [--before DATE] [--csv]
                                                      the audit log, newest first (JSON: the newest 100)

It works while the server runs and while it does not.`,

  user: `Usage: cuvette user add|link|key [options]

  add    make an account and print its one-time sign-in link
  link   print a new one-time sign-in link
  key    make an API key and print it

cuvette user add --help, and so on, lists the options of each.`,

  'user add': `Usage: cuvette user add --email ADDRESS [--data DIRECTORY]

Makes an account and prints its one-time sign-in link, while the server runs and while it does not.

  --email ADDRESS    the person's e-mail address
${data}

${settings}`,

  'user link': `Usage: cuvette user link [--email ADDRESS] [--data DIRECTORY]

Prints a new one-time sign-in link, while the server runs and while it does not.

${whose}
${data}

${settings}`,

  'user key': `Usage: cuvette user key [--email ADDRESS] [--name NAME] [--scope SCOPE] [--days NUMBER] [--data DIRECTORY]

Makes an API key and prints it, while the server runs and while it does not. It is not shown again.

${whose}
  --name NAME        what the list of keys calls it (default: command line)
  --scope SCOPE      what it may do: read, read_write or read_write_delete (default: read_write_delete)
  --days NUMBER      how many days it is valid (default: until it is revoked)
${data}

${settings}`,

  'worker-key': `Usage: cuvette worker-key [--name NAME] [--data DIRECTORY]

Makes a key for a worker on another machine and prints it, while the server runs and while it does not. It is not shown
again; the worker takes it as CUVETTE_WORKER_KEY.

  --name NAME        what the key is called (default: worker)
${data}

${settings}`,

  'move-to-postgres': `Usage: DATABASE_URL=postgres://... cuvette move-to-postgres [--data DIRECTORY]

Moves the embedded database of a data directory into the empty PostgreSQL of DATABASE_URL while the server is stopped: all
of it or nothing, with counts and checksums compared. The embedded one is set aside as database.moved-to-postgres; files
stay where they are.

${data}`,

  'move-files': `Usage: CUVETTE_FILES=s3://BUCKET/PREFIX cuvette move-files [--data DIRECTORY]

Moves the files of a data directory to where CUVETTE_FILES says (a bucket or another directory) while the server is
stopped. Each is read back and compared; then the directory is set aside as files.moved. A move that was broken off goes
on by the same command.

${data}`,

  backup: `Usage: cuvette backup FOLDER [--data DIRECTORY]

Writes a backup of the server into a new folder, while it runs and while it does not: the database as it is at one moment,
then every file (of the data directory or of the bucket of CUVETTE_FILES), and the secret of the data directory. backup.json
lists all of it with checksums. A PostgreSQL database needs pg_dump, of its version or newer. The folder holds keys: keep it
where nobody else reads it.

${data}

${settings}`,

  restore: `Usage: cuvette restore FOLDER [--data DIRECTORY]
       cuvette restore DUMP [--data DIRECTORY]

FOLDER is what "cuvette backup" wrote. It is checked first, and a file that is missing or changed is named. It is restored
into an empty data directory and, where it is of a PostgreSQL database, into the empty database of DATABASE_URL (with
pg_restore). Files go to where CUVETTE_FILES says.

Puts a dump of the embedded database (DATA/dumps/*.tar.gz) in the place of the present one while the server is stopped. The
present one is set aside as database.before-restore-TIME; while it lies there, files that only it needs are kept.

${data}`,

  check: `Usage: cuvette check [--type TYPE] [--json] FILE...

Says what fits in result files (items, calculations, bundles, object_data; JSON, gzipped or not), without a server. Ends
with status 1 when something does not.

  --type TYPE        the workflow type of a file that holds bare object_data
  --json             answer as JSON`,

  import: `Usage: cuvette import [--email ADDRESS] [--folder UUID] [--data DIRECTORY] FILE...

Brings bundles of another server in, zips or JSON documents, and results of other programs: outputs of ORCA, Gaussian, Psi4,
Q-Chem, NWChem, Turbomole and xtb, QCSchema, Molden, fchk and XYZ files, or a zip of a calculation's folder. Works while the
server runs and while it does not. A file that does not fit is named, and the others are brought in.

${whose}
  --folder UUID      into this folder of theirs (default: their home folder)
${data}

${settings}`,

  mcp: `Usage: CUVETTE_API_KEY=KEY cuvette mcp --server URL

Serves an agent over standard input and output by the Model Context Protocol, for programs that start their servers
themselves. Programs that connect over HTTP take the address of the server with /mcp at its end. The key is an API key
of the account (Account, API keys); a key that may only read lets the agent submit nothing.`,

  pilots: `Usage: cuvette pilots --settings FILE [--check]

Asks the server what waits, and starts workers as jobs of a batch system (Slurm, PBS, LSF, Flux, or this machine alone), as
many as there is work for. It needs no rights beyond those of a user, opens no port and is asked by nobody. The settings
file names the server, the files with its token and the workers' key, and what jobs ask for; docs/pilots.md describes it.
"npm run setup -- --with pilots" installs what it needs.

  --settings FILE    the settings file (TOML)
  --check            say what would be submitted and why, and submit nothing`,

  worker: `Usage: CUVETTE_WORKER_KEY=KEY cuvette worker --server URL [--name NAME] [--lifetime SECONDS] [--walltime TIME] [--idle SECONDS]

Works for a server: takes items, runs them with the engines that work on this machine, and sends what comes out.
"cuvette worker-key" makes a key on the server. CUVETTE_PYTHON, CUVETTE_THREADS, CUVETTE_DASK and CUVETTE_JOB_... are
as for "cuvette serve". CUVETTE_SANDBOX says how jobs are shut in: "auto" takes bubblewrap, else Landlock (rules of the
kernel), and cgroups or scopes of systemd, where they work, "required" does not start without one of the first two,
"off" does without. Each job has its own process group, home and limits of memory, time, processes and files in any
case. CUVETTE_SEQUENCE_DATABASES names FASTA files of proteins, parted by colons, that sequence alignments search.

--lifetime is for machines that are lent for a time (a batch system): the worker takes nothing that is expected to last
longer than what is left of it, and at its end gives back what it still has and ends. The steps that were finished are kept.
--walltime is the time limit of the job that it runs in, in seconds or hours:minutes:seconds: it ends 5 to 10 % before that
(10 s at least, 4 minutes at most). --idle ends it after so long without work.

HTTPS_PROXY, HTTP_PROXY and NO_PROXY are heeded. --server file:///FOLDER works over a folder that "cuvette pilots" relays.`,
};

/** Whether the arguments ask for help. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

/** The help of each command, by its words ("user", "key"). */
export function helpOf(command: string, action: string | undefined): string {
  return commandHelp[`${command} ${action ?? ''}`] ?? commandHelp[command] ?? usage;
}
