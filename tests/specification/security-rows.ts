/**
 * Threats and bad inputs, row by row, each with the tests that hold it. The threats are those of section 5 of the reliability document, the bad inputs
 * those of row 11 of its section 4. `security.test.ts` refuses a row without tests, a test that is not there, and a threat of the document without a row.
 */
export interface SecurityRow {
  /** As the document calls it; of a threat the beginning of its cell is enough. */
  what: string;
  /** Tests, as "path of the file › name of the test". */
  held: readonly string[];
  /** What a reader should know: what is not here yet, or is done otherwise. */
  note?: string;
}

const compute = (name: string) => `packages/compute/tests/test_security.py › ${name}`;
const server = (file: string, name: string) => `packages/server/src/${file}.test.ts › ${name}`;

export const threats: readonly SecurityRow[] = [
  {
    what: 'psi4 input file is Python',
    held: [compute('test_no_program_is_started_through_a_shell_and_no_text_is_run_as_a_program')],
    note: 'No engine of today is psi4. The test reads every call of compute: nothing is run as text, whichever engine comes.',
  },
  {
    what: 'xtb xcontrol can name executables',
    held: [
      compute('test_text_of_a_job_reaches_neither_the_arguments_nor_the_files_of_the_xtb_program'),
      compute('test_words_that_are_none_of_the_fixed_ones_are_refused'),
    ],
  },
  {
    what: 'xtb $write output file',
    held: [
      compute('test_text_of_a_job_reaches_neither_the_arguments_nor_the_files_of_the_xtb_program'),
      server(
        'worker/sandbox',
        'a job writes into its own directory only, and sees neither the data of the server nor other processes',
      ),
    ],
  },
  {
    what: 'xtb comment line in xyz',
    held: [
      compute('test_text_of_a_job_reaches_neither_the_arguments_nor_the_files_of_the_xtb_program'),
      'packages/compute/tests/test_protocol.py › test_hostile_text_is_only_text',
    ],
    note: 'Coordinates are written in the Turbomole format, which has no comment line.',
  },
  {
    what: 'CREST TOML',
    held: [
      compute('test_crest_reads_no_file_of_settings'),
      compute('test_crest_gets_no_arguments_but_fixed_words_and_numbers'),
    ],
  },
  {
    what: 'file names, --input options',
    held: [
      compute('test_no_program_is_started_through_a_shell_and_no_text_is_run_as_a_program'),
      compute('test_words_that_are_none_of_the_fixed_ones_are_refused'),
      compute('test_a_charge_is_a_number'),
    ],
  },
  {
    what: 'dotfiles change behaviour',
    held: [
      compute('test_files_in_the_home_of_the_worker_change_nothing'),
      compute('test_programs_get_a_clean_environment_and_a_home_of_their_own'),
      server('worker/attempt', 'sees nothing of the server’s environment'),
    ],
  },
  {
    what: 'psi4 with -d3bj changes directory',
    held: [
      compute('test_programs_get_a_clean_environment_and_a_home_of_their_own'),
      server(
        'worker/attempt',
        'sends the files of its job in parts, before the line that names them, and nothing from outside of its directory',
      ),
    ],
    note: 'No engine of today is psi4; every job has its own home, and files are collected from its directory only.',
  },
  {
    what: 'Sandboxing',
    held: [
      server(
        'worker/sandbox',
        'address space, time on processors, file size, open files, processes and core dumps are limited',
      ),
      server('worker/sandbox', 'a job leads a process group and session of its own'),
      server('worker/sandbox', 'a job that uses up its time on processors ends as resource_error'),
      server('worker/sandbox', 'the memory that a job needed at most is known'),
      server('worker/sandbox', 'is said, with what to do; "required" does not start without one'),
      server('worker/sandbox', 'a job has no network, not even the loopback of its machine'),
      server(
        'worker/sandbox',
        'a stop reaches the job, which may finish its line; what does not listen is killed with all that it started',
      ),
      server('worker/sandbox', 'what works on this machine works inside: the probe finds the same engines'),
      server('worker/attempt', 'that outlives its wall-clock limit is a resource_error'),
      server('worker/job-group', 'of cgroups is what the files of this machine say'),
      server(
        'worker/job-group',
        'of scopes is not what systemd-run says, but what holds: one that does nothing, or fails, is not believed',
      ),
      server(
        'worker/job-group',
        'holds a job and what it starts; what hides in a session of its own ends with it, and nothing is left',
      ),
      server('worker/job-group', 'memory of all its processes together'),
      server('worker/job-group', 'processes'),
      server('worker/job-group', 'processors'),
      server(
        'worker/attempt',
        'runs in a group of its own, which it leaves; what the kernel ended for want of memory is a resource_error that says so',
      ),
    ],
    note: 'Level 2 is cgroups of version 2, else scopes of systemd. What needs bubblewrap, or cgroups that may be written, is skipped where there is none.',
  },
  {
    what: 'SSRF in PubChem',
    held: [
      server('lookups/lookups', 'a name cannot steer the address that is asked'),
      server('lookups/lookups', 'identifiers that are none are refused before anything is asked'),
      server('lookups/lookups', 'where it may connect › %s: no connection is made'),
      server('lookups/lookups', 'a redirect to %s is not followed'),
      server('lookups/lookups', 'nothing is asked over http, not even of a public address'),
      server('lookups/lookups', '%s: given up after the limit (%s)'),
      server('lookups/lookups', '1 GB without an end: cut early, memory stays small, the connection is closed'),
      server('lookups/lookups', 'one person may not ask without end; others still may'),
      server('lookups/lookups', 'switched off, nothing is asked'),
    ],
  },
  {
    what: 'Uploaded HTML/SVG',
    held: [
      server('api/bad-input', 'an SVG is no structure, and no answer of the API can be opened as a page'),
      server('api/bad-input', 'lines that end in CR LF are read like others, and never split a header'),
    ],
  },
  {
    what: 'Sessions',
    held: [
      server('auth/sign-in-safety', 'a session is 256 random bits, of which the database holds a hash only'),
      server('auth/sign-in-safety', 'signing in anew gives another session and ends the one that the browser had'),
      server(
        'auth/sign-in-safety',
        'a session ends 14 days after the last visit and 90 days after the sign-in, and is swept away',
      ),
      server('auth/sign-in-safety', 'the update to hashes keeps browsers signed in'),
      server('auth/sign-in-safety', 'guesses that are made at once count like guesses that follow each other'),
      server(
        'auth/sign-in-safety',
        'an account, a host and both together are counted by all servers alike, and forgotten after 15 minutes',
      ),
      server('api/session', 'signing out everywhere ends each session, and the tokens made in them'),
      server('api/session', 'the cookie is kept from scripts, the password is stored as a slow hash'),
      server(
        'api/session',
        'the cookie is bound to the host; who signs up has a project and a folder, and no claim to be checked',
      ),
      server(
        'api/session',
        'security: behind a proxy the address is the one that the proxy saw, not what a caller writes before it',
      ),
    ],
  },
  {
    what: 'CSRF',
    held: [
      server('api/api', 'a one-time link signs in once; the cookie is HttpOnly and foreign pages cannot use it'),
      server('api/session', 'a foreign page cannot sign anybody in or out'),
      server('api/api', 'refuses bodies that are too large, too deep, not JSON, or not called JSON'),
    ],
  },
  {
    what: 'Clickjacking',
    held: [
      server(
        'api/api',
        'headers: only public pages with embed=1 may be framed, only shared endpoints are open to other sites',
      ),
      server(
        'api/headers',
        'pages that others may frame neither set nor need cookies, and tell nobody where a reader came from',
      ),
      server('config', 'a list of ancestors replaces "from anywhere", for framed public pages only'),
    ],
    note: 'Nothing here sends or hears messages between windows.',
  },
  {
    what: 'CSP of the app',
    held: [
      server(
        'api/headers',
        'pages run scripts of this server only, none that stands in a page, and load nothing from elsewhere',
      ),
    ],
    note: 'Besides the document’s words: style attributes are allowed, <style> elements and inline scripts are not.',
  },
  {
    what: 'JWT supplied by user',
    held: [
      server(
        'api/session',
        'are short-lived, say for whom and where, and are signed with a key that everybody may check',
      ),
      server('api/session', 'read and do nothing else'),
      server('api/session', 'die with the key that they were made with'),
      server('api/session', 'that were forged, changed, for another server, too old or not yet valid are refused'),
    ],
  },
  {
    what: 'API keys',
    held: [
      server(
        'api/api-keys',
        'a key is told once, stored as a hash, listed with what it may do, and notes its last use',
      ),
      server('api/api-keys', 'a key makes another only when it may, and never one that can do more or lasts longer'),
      server('api/api-keys', 'revoking ends a key at once; "active" tells the living from the dead'),
      server('api/routes', 'API keys and worker keys are not exchangeable, a read key cannot write'),
    ],
  },
  {
    what: 'Upload limits',
    held: [
      server('api/api', 'refuses bodies that are too large, too deep, not JSON, or not called JSON'),
      server('bundles/bundle', 'that is none, has no document, links, bombs or too many entries is refused in words'),
      server('bundles/bundle', 'whose names climb out of its folder is refused'),
      server('api/bad-input', 'SMILES of a call: the five of a batch and up to 50, no more'),
    ],
    note: 'Cuvette’s own client sends the specification’s batches (5 SMILES, 25 molecules, 25 calculations); the server takes up to 50 SMILES a call, 25 molecules to become SMILES, and the molecules of 25 calculations. People bring trajectories in bundles only (512 MB, streamed to the disk); workers send them in parts of 8 MB.',
  },
  {
    what: 'IDOR / public leak',
    held: [
      server('api/routes', 'every route for every role › %s'),
      server('api/routes', 'has a row for every route, and no row for a route that is gone'),
      server('api/routes', 'what somebody else or nobody reads in a batch is empty'),
      server(
        'api/share-link',
        'security: an item that is shared opens the proteins that it names, of its own project, and no others',
      ),
    ],
  },
  {
    what: 'Information in errors',
    held: [
      server('api/bad-input', 'of the inside hide what happened; the log has the number that the person sees'),
      server('log', 'no key, password, token or cookie is ever in them, also when calls fail inside of the server'),
    ],
  },
  {
    what: 'Queue starvation',
    held: [
      server(
        'api/life',
        'above the limit of one person items await the queue, say so, and join it oldest first when a place is free',
      ),
      server('api/bad-input', 'nobody may have more items waiting and running than are bearable'),
      server('api/bad-input', 'a structure that is too large for a method is refused with how large it may be'),
    ],
  },
  {
    what: 'Webhooks',
    held: [
      server('notify/notices', 'a webhook to %s is refused at once'),
      server(
        'notify/notices',
        'a name that leads into the own network is refused as the connection is made, whatever its text',
      ),
      server(
        'notify/notices',
        "a webhook is signed with its person's secret over moment and body, and tried again until it is taken",
      ),
    ],
  },
];

const molecule = server('api/bad-input', 'a molecule with %s is refused where it is submitted, kept or asked about');
const smiles = server('api/bad-input', 'a SMILES %s is refused in words');

export const badInputs: readonly SecurityRow[] = [
  { what: 'empty', held: [molecule, smiles] },
  { what: '10 MB SMILES', held: [smiles] },
  { what: 'unknown element', held: [molecule, smiles] },
  {
    what: 'NaN/Inf coordinates',
    held: [molecule, server('api/bad-input', 'numbers beyond all bounds are no positions')],
  },
  { what: 'two atoms at the same point', held: [molecule] },
  {
    what: '10 000 atoms',
    held: [
      molecule,
      server('api/bad-input', 'a structure that is too large for a method is refused with how large it may be'),
    ],
  },
  { what: 'charge ±50', held: [molecule] },
  { what: 'multiplicity 0', held: [molecule] },
  {
    what: 'non-UTF-8',
    held: [
      server(
        'api/bad-input',
        'text that is no UTF-8 is refused, not stored as something else; a byte order mark is none of the text',
      ),
    ],
  },
  {
    what: 'CRLF',
    held: [server('api/bad-input', 'lines that end in CR LF are read like others, and never split a header')],
  },
  {
    what: '"$(touch x)" in every text field',
    held: [
      server(
        'api/bad-input',
        'commands, paths and markup in any text are text: they come back as they were and do nothing',
      ),
      compute('test_text_of_a_job_reaches_neither_the_arguments_nor_the_files_of_the_xtb_program'),
      'packages/server/src/api/malformed.test.ts › %s of them: no answer of 500, no crash, no hang',
    ],
  },
  {
    what: '../ names',
    held: [
      server(
        'api/bad-input',
        'commands, paths and markup in any text are text: they come back as they were and do nothing',
      ),
      server('bundles/bundle', 'whose names climb out of its folder is refused'),
      server('api/api', 'nothing outside of the built pages is served'),
      server(
        'worker/attempt',
        'sends the files of its job in parts, before the line that names them, and nothing from outside of its directory',
      ),
    ],
  },
  {
    what: 'zip bomb',
    held: [
      server('bundles/bundle', 'that is none, has no document, links, bombs or too many entries is refused in words'),
    ],
  },
  {
    what: 'SVG with script',
    held: [server('api/bad-input', 'an SVG is no structure, and no answer of the API can be opened as a page')],
  },
  {
    what: 'JSON with 10⁵ nesting',
    held: [
      server('api/bad-input', '100 000 levels of JSON are refused before anything walks them, on every kind of call'),
    ],
  },
  {
    what: 'duplicated keys',
    held: [
      server('api/bad-input', 'of keys that stand twice the last one counts, for the check and for what is stored'),
    ],
  },
  {
    what: 'uuid of another user (IDOR on every route)',
    held: [server('api/routes', 'every route for every role › %s')],
  },
];
