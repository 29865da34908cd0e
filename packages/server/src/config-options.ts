import { featureNames } from '@cuvette/core/entities';

/** One line of `cuvette serve --help`. */
interface Option {
  key: string;
  variable: string;
  flag: string | null;
  fallback: string;
  text: string;
}

/** Where it is asked unless another place is named. */
export const defaultPubchemUrl = 'https://pubchem.ncbi.nlm.nih.gov/rest/pug';
/** Where it is asked unless another place is named. */
export const defaultPdbUrl = 'https://files.rcsb.org/download';

/** Everything that can be set from outside, by its flag, its variable and its key in the file. */
export const options = [
  { key: 'port', variable: 'CUVETTE_PORT', flag: '--port', fallback: '4280', text: 'port to listen on' },
  { key: 'host', variable: 'CUVETTE_HOST', flag: '--host', fallback: '127.0.0.1', text: 'address to listen on' },
  {
    key: 'data',
    variable: 'CUVETTE_DATA',
    flag: '--data',
    fallback: '.cuvette in the checkout',
    text: 'data directory: database, files, settings',
  },
  {
    key: 'files',
    variable: 'CUVETTE_FILES',
    flag: null,
    fallback: '"files" in the data directory',
    text: 'where molecules, large results and logs are stored: a directory, or s3://BUCKET or s3://BUCKET/PREFIX',
  },
  {
    key: 's3Endpoint',
    variable: 'CUVETTE_S3_ENDPOINT',
    flag: null,
    fallback: 'AWS',
    text: 'address of another service with the S3 protocol (https://...)',
  },
  {
    key: 's3Region',
    variable: 'CUVETTE_S3_REGION',
    flag: null,
    fallback: 'us-east-1',
    text: 'region of the bucket',
  },
  {
    key: 's3PathStyle',
    variable: 'CUVETTE_S3_PATH_STYLE',
    flag: null,
    fallback: 'on with CUVETTE_S3_ENDPOINT',
    text: 'on: the bucket is named in the path of addresses; off: in their host',
  },
  {
    key: 'awsAccessKeyId',
    variable: 'AWS_ACCESS_KEY_ID',
    flag: null,
    fallback: 'the role of the machine',
    text: 'key for the bucket, and with it the next one',
  },
  {
    key: 'awsSecretAccessKey',
    variable: 'AWS_SECRET_ACCESS_KEY',
    flag: null,
    fallback: 'none',
    text: 'secret of that key',
  },
  {
    key: 'awsSessionToken',
    variable: 'AWS_SESSION_TOKEN',
    flag: null,
    fallback: 'none',
    text: 'token of a key that is valid for a time',
  },
  {
    key: 'databaseUrl',
    variable: 'DATABASE_URL',
    flag: null,
    fallback: 'embedded PGlite',
    text: 'PostgreSQL 15 or newer instead of the embedded database',
  },
  {
    key: 'publicUrl',
    variable: 'CUVETTE_PUBLIC_URL',
    flag: null,
    fallback: 'http://HOST:PORT',
    text: 'public address, where a proxy is in front; it may have a path, https://lab.example.org/cuvette',
  },
  {
    key: 'workers',
    variable: 'CUVETTE_WORKERS',
    flag: '--workers',
    fallback: '1',
    text: 'workers started with the server (0: none)',
  },
  {
    key: 'ownerEmail',
    variable: 'CUVETTE_OWNER_EMAIL',
    flag: null,
    fallback: 'a one-time link',
    text: 'makes the owner with this address on the first start',
  },
  {
    key: 'ownerApiKey',
    variable: 'CUVETTE_OWNER_API_KEY',
    flag: null,
    fallback: 'none',
    text: "the owner's API key on the first start (24 characters or more)",
  },
  {
    key: 'signUp',
    variable: 'CUVETTE_SIGN_UP',
    flag: null,
    fallback: 'closed',
    text: 'open: anybody who reaches the server can create an account; closed: the owner invites',
  },
  {
    key: 'secondFactor',
    variable: 'CUVETTE_SECOND_FACTOR',
    flag: null,
    fallback: 'optional',
    text: 'administrators: they administer only once they have set up an authenticator app; optional: nobody has to',
  },
  {
    key: 'openIdIssuer',
    variable: 'CUVETTE_OPENID_ISSUER',
    flag: null,
    fallback: 'none',
    text: 'OpenID Connect issuer that signs people in (https://...); needs CUVETTE_PUBLIC_URL and the next two',
  },
  {
    key: 'openIdClientId',
    variable: 'CUVETTE_OPENID_CLIENT_ID',
    flag: null,
    fallback: 'none',
    text: 'name of this server at the issuer; its redirect address is PUBLIC_URL/api/auth/callback/openid',
  },
  {
    key: 'openIdClientSecret',
    variable: 'CUVETTE_OPENID_CLIENT_SECRET',
    flag: null,
    fallback: 'none',
    text: 'secret of this server at the issuer',
  },
  {
    key: 'openIdName',
    variable: 'CUVETTE_OPENID_NAME',
    flag: null,
    fallback: "the issuer's host",
    text: 'what the sign-in page calls the issuer',
  },
  {
    key: 'openIdEmails',
    variable: 'CUVETTE_OPENID_EMAILS',
    flag: null,
    fallback: 'verified',
    text: "trusted: the issuer's addresses are its people's own, also without email_verified (a directory whose people cannot change them); verified: only with it",
  },
  {
    key: 'oauth',
    variable: 'CUVETTE_OAUTH',
    flag: null,
    fallback: 'on',
    text: 'off: people cannot connect applications to /mcp by OAuth, and applications cannot register themselves; API keys work',
  },
  {
    key: 'embedAncestors',
    variable: 'CUVETTE_EMBED_ANCESTORS',
    flag: null,
    fallback: 'any',
    text: 'origins that may frame public pages with ?embed=1, separated by spaces',
  },
  {
    key: 'lookups',
    variable: 'CUVETTE_LOOKUPS',
    flag: null,
    fallback: 'on',
    text: 'off: never ask PubChem or the Protein Data Bank; in-house: ask mirrors, which may be in a private network',
  },
  {
    key: 'pubchemUrl',
    variable: 'CUVETTE_PUBCHEM_URL',
    flag: null,
    fallback: defaultPubchemUrl,
    text: "PubChem's PUG REST, or a mirror that answers like it",
  },
  {
    key: 'pdbUrl',
    variable: 'CUVETTE_PDB_URL',
    flag: null,
    fallback: defaultPdbUrl,
    text: 'address of the entries of the Protein Data Bank (ID.cif)',
  },
  {
    key: 'activePerPerson',
    variable: 'CUVETTE_ACTIVE_PER_PERSON',
    flag: null,
    fallback: '100',
    text: 'items of one person that may be queued or running at once; further ones wait',
  },
  {
    key: 'smtpUrl',
    variable: 'CUVETTE_SMTP_URL',
    flag: null,
    fallback: 'none',
    text: 'mail server, smtp://USER:PASSWORD@HOST:PORT or smtps://...; without one no mail is sent',
  },
  {
    key: 'mailFrom',
    variable: 'CUVETTE_MAIL_FROM',
    flag: null,
    fallback: 'none',
    text: 'address that mail is sent from; needed with CUVETTE_SMTP_URL',
  },
  {
    key: 'webhookHosts',
    variable: 'CUVETTE_WEBHOOK_HOSTS',
    flag: null,
    fallback: 'none',
    text: 'hosts (HOST or HOST:PORT, separated by spaces) inside the network that webhooks may reach, also by http',
  },
  {
    key: 'elabftwHosts',
    variable: 'CUVETTE_ELABFTW_HOSTS',
    flag: null,
    fallback: 'none',
    text: 'hosts (HOST or HOST:PORT, separated by spaces) inside the network whose eLabFTW people may send results to, also by http',
  },
  {
    key: 'features',
    variable: 'CUVETTE_FEATURES',
    flag: null,
    fallback: 'nmr',
    text: `features that are switched on, separated by spaces: ${featureNames.join(', ')}; none switches all off`,
  },
  {
    key: 'billing',
    variable: 'CUVETTE_BILLING',
    flag: null,
    fallback: 'off',
    text: 'on: the portal shows credits and asks for a limit in credits; nothing is charged or stopped by itself',
  },
  {
    key: 'supportContact',
    variable: 'CUVETTE_SUPPORT_CONTACT',
    flag: null,
    fallback: 'none',
    text: 'contact that messages name for support: an address, a page, or a text',
  },
  {
    key: 'examples',
    variable: 'CUVETTE_EXAMPLES',
    flag: null,
    fallback: 'on',
    text: 'off: a new installation has no folder Examples and no welcome page',
  },
  {
    key: 'substitute',
    variable: 'CUVETTE_SUBSTITUTE',
    flag: null,
    fallback: 'defaults',
    text: 'defaults: where this server cannot run what was left out, or what the public Python client sends by itself, the nearest offer runs and the item says so; on: choices are replaced too; off: nothing is. A submission can say otherwise (options.substitute)',
  },
  {
    key: 'python',
    variable: 'CUVETTE_PYTHON',
    flag: null,
    fallback: 'packages/compute/.venv/bin/python',
    text: 'Python with the compute packages',
  },
  {
    key: 'metricsToken',
    variable: 'CUVETTE_METRICS_TOKEN',
    flag: null,
    fallback: 'no measurements',
    text: 'what Prometheus sends for /metrics, as Authorization: Bearer (24 characters or more)',
  },
  {
    key: 'demandToken',
    variable: 'CUVETTE_DEMAND_TOKEN',
    flag: null,
    fallback: 'no answer',
    text: 'what "cuvette pilots" or KEDA sends for /api/platform/demand, as Authorization: Bearer (24 characters or more)',
  },
  {
    key: 'log',
    variable: 'CUVETTE_LOG',
    flag: null,
    fallback: 'text',
    text: 'json: every request and event as a JSON line on standard error; text: what people need to know',
  },
  { key: 'threads', variable: 'CUVETTE_THREADS', flag: null, fallback: '1', text: 'threads of one job' },
  {
    key: 'dask',
    variable: 'CUVETTE_DASK',
    flag: null,
    fallback: 'none',
    text: 'Dask cluster that takes pieces of jobs: tcp://HOST:PORT, or JSON that describes a cluster of a batch system, or the path of a file with it (docs/dask.md)',
  },
  {
    key: 'jobSeconds',
    variable: 'CUVETTE_JOB_SECONDS',
    flag: null,
    fallback: '86400',
    text: 'wall-clock limit of one attempt',
  },
  {
    key: 'jobMemoryMb',
    variable: 'CUVETTE_JOB_MEMORY_MB',
    flag: null,
    fallback: 'half of the memory',
    text: 'memory (address space) limit of one job in MB',
  },
  {
    key: 'jobOutputMb',
    variable: 'CUVETTE_JOB_OUTPUT_MB',
    flag: null,
    fallback: '64',
    text: 'limit of what one job may print beside its results in MB',
  },
] as const satisfies readonly Option[];

/** Name of a setting. */
export type OptionKey = (typeof options)[number]['key'];

/** The options of `cuvette serve` as text. */
export function optionsHelp(): string {
  const lines = options.map((option) => {
    const flag = option.flag ? `${option.flag}, ` : '';
    return `  ${`${flag}${option.variable}`.padEnd(36)} ${option.text} (default: ${option.fallback})`;
  });
  return [
    ...lines,
    '',
    'Flags win over the environment, the environment over the file cuvette.json in the data directory',
    '(one JSON object; its keys are: ' +
      options
        .map((option) => option.key)
        .filter((key) => key !== 'data')
        .join(', ') +
      ').',
  ].join('\n');
}
