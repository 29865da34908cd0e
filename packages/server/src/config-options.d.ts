/** Where it is asked unless another place is named. */
export declare const defaultPubchemUrl = 'https://pubchem.ncbi.nlm.nih.gov/rest/pug';
/** Where it is asked unless another place is named. */
export declare const defaultPdbUrl = 'https://files.rcsb.org/download';
/** Everything that can be set from outside, by its flag, its variable and its key in the file. */
export declare const options: readonly [
  {
    readonly key: 'port';
    readonly variable: 'CUVETTE_PORT';
    readonly flag: '--port';
    readonly fallback: '4280';
    readonly text: 'port to listen on';
  },
  {
    readonly key: 'host';
    readonly variable: 'CUVETTE_HOST';
    readonly flag: '--host';
    readonly fallback: '127.0.0.1';
    readonly text: 'address to listen on';
  },
  {
    readonly key: 'data';
    readonly variable: 'CUVETTE_DATA';
    readonly flag: '--data';
    readonly fallback: '.cuvette in the checkout';
    readonly text: 'data directory: database, files, settings';
  },
  {
    readonly key: 'files';
    readonly variable: 'CUVETTE_FILES';
    readonly flag: null;
    readonly fallback: '"files" in the data directory';
    readonly text: 'where molecules, large results and logs lie: a directory, or s3://BUCKET or s3://BUCKET/PREFIX';
  },
  {
    readonly key: 's3Endpoint';
    readonly variable: 'CUVETTE_S3_ENDPOINT';
    readonly flag: null;
    readonly fallback: 'AWS';
    readonly text: 'address of another service that speaks S3 (https://...)';
  },
  {
    readonly key: 's3Region';
    readonly variable: 'CUVETTE_S3_REGION';
    readonly flag: null;
    readonly fallback: 'us-east-1';
    readonly text: 'region of the bucket';
  },
  {
    readonly key: 's3PathStyle';
    readonly variable: 'CUVETTE_S3_PATH_STYLE';
    readonly flag: null;
    readonly fallback: 'on with CUVETTE_S3_ENDPOINT';
    readonly text: 'on: the bucket is named in the path of addresses; off: in their host';
  },
  {
    readonly key: 'awsAccessKeyId';
    readonly variable: 'AWS_ACCESS_KEY_ID';
    readonly flag: null;
    readonly fallback: 'the role of the machine';
    readonly text: 'key for the bucket, and with it the next one';
  },
  {
    readonly key: 'awsSecretAccessKey';
    readonly variable: 'AWS_SECRET_ACCESS_KEY';
    readonly flag: null;
    readonly fallback: 'none';
    readonly text: 'secret of that key';
  },
  {
    readonly key: 'awsSessionToken';
    readonly variable: 'AWS_SESSION_TOKEN';
    readonly flag: null;
    readonly fallback: 'none';
    readonly text: 'token of a key that is valid for a time';
  },
  {
    readonly key: 'databaseUrl';
    readonly variable: 'DATABASE_URL';
    readonly flag: null;
    readonly fallback: 'embedded PGlite';
    readonly text: 'PostgreSQL 15 or newer instead of the embedded database';
  },
  {
    readonly key: 'publicUrl';
    readonly variable: 'CUVETTE_PUBLIC_URL';
    readonly flag: null;
    readonly fallback: 'http://HOST:PORT';
    readonly text: 'address that people use, where a proxy stands in front';
  },
  {
    readonly key: 'workers';
    readonly variable: 'CUVETTE_WORKERS';
    readonly flag: '--workers';
    readonly fallback: '1';
    readonly text: 'workers started with the server (0: none)';
  },
  {
    readonly key: 'ownerEmail';
    readonly variable: 'CUVETTE_OWNER_EMAIL';
    readonly flag: null;
    readonly fallback: 'a one-time link';
    readonly text: 'makes the owner with this address on the first start';
  },
  {
    readonly key: 'ownerApiKey';
    readonly variable: 'CUVETTE_OWNER_API_KEY';
    readonly flag: null;
    readonly fallback: 'none';
    readonly text: "the owner's API key on the first start (24 characters or more)";
  },
  {
    readonly key: 'signUp';
    readonly variable: 'CUVETTE_SIGN_UP';
    readonly flag: null;
    readonly fallback: 'closed';
    readonly text: 'open: anybody who reaches the server may make an account; closed: the owner invites';
  },
  {
    readonly key: 'openIdIssuer';
    readonly variable: 'CUVETTE_OPENID_ISSUER';
    readonly flag: null;
    readonly fallback: 'none';
    readonly text: 'OpenID Connect issuer that signs people in (https://...); needs CUVETTE_PUBLIC_URL and the next two';
  },
  {
    readonly key: 'openIdClientId';
    readonly variable: 'CUVETTE_OPENID_CLIENT_ID';
    readonly flag: null;
    readonly fallback: 'none';
    readonly text: 'name of this server at the issuer; its redirect address is PUBLIC_URL/api/auth/callback/openid';
  },
  {
    readonly key: 'openIdClientSecret';
    readonly variable: 'CUVETTE_OPENID_CLIENT_SECRET';
    readonly flag: null;
    readonly fallback: 'none';
    readonly text: 'secret of this server at the issuer';
  },
  {
    readonly key: 'openIdName';
    readonly variable: 'CUVETTE_OPENID_NAME';
    readonly flag: null;
    readonly fallback: "the issuer's host";
    readonly text: 'what the sign-in page calls the issuer';
  },
  {
    readonly key: 'embedAncestors';
    readonly variable: 'CUVETTE_EMBED_ANCESTORS';
    readonly flag: null;
    readonly fallback: 'any';
    readonly text: 'origins that may frame public pages with ?embed=1, separated by blanks';
  },
  {
    readonly key: 'lookups';
    readonly variable: 'CUVETTE_LOOKUPS';
    readonly flag: null;
    readonly fallback: 'on';
    readonly text: 'off: never ask PubChem or the Protein Data Bank; in-house: ask mirrors that may lie in a private network';
  },
  {
    readonly key: 'pubchemUrl';
    readonly variable: 'CUVETTE_PUBCHEM_URL';
    readonly flag: null;
    readonly fallback: 'https://pubchem.ncbi.nlm.nih.gov/rest/pug';
    readonly text: "PubChem's PUG REST, or a mirror that answers like it";
  },
  {
    readonly key: 'pdbUrl';
    readonly variable: 'CUVETTE_PDB_URL';
    readonly flag: null;
    readonly fallback: 'https://files.rcsb.org/download';
    readonly text: 'where entries of the Protein Data Bank lie as ID.cif';
  },
  {
    readonly key: 'activePerPerson';
    readonly variable: 'CUVETTE_ACTIVE_PER_PERSON';
    readonly flag: null;
    readonly fallback: '100';
    readonly text: 'items of one person that may be queued or running at once; more await the queue';
  },
  {
    readonly key: 'smtpUrl';
    readonly variable: 'CUVETTE_SMTP_URL';
    readonly flag: null;
    readonly fallback: 'none';
    readonly text: 'mail server, smtp://USER:PASSWORD@HOST:PORT or smtps://...; without one no mail is sent';
  },
  {
    readonly key: 'mailFrom';
    readonly variable: 'CUVETTE_MAIL_FROM';
    readonly flag: null;
    readonly fallback: 'none';
    readonly text: 'address that mail is sent from; needed with CUVETTE_SMTP_URL';
  },
  {
    readonly key: 'webhookHosts';
    readonly variable: 'CUVETTE_WEBHOOK_HOSTS';
    readonly flag: null;
    readonly fallback: 'none';
    readonly text: 'hosts (HOST or HOST:PORT, separated by blanks) inside of the network that webhooks may reach, http too';
  },
  {
    readonly key: 'features';
    readonly variable: 'CUVETTE_FEATURES';
    readonly flag: null;
    readonly fallback: 'none';
    readonly text: `private features that are switched on, separated by blanks: ${string}`;
  },
  {
    readonly key: 'billing';
    readonly variable: 'CUVETTE_BILLING';
    readonly flag: null;
    readonly fallback: 'off';
    readonly text: 'on: the portal shows credits and asks for a limit in credits; nothing is charged or stopped by itself';
  },
  {
    readonly key: 'supportContact';
    readonly variable: 'CUVETTE_SUPPORT_CONTACT';
    readonly flag: null;
    readonly fallback: 'none';
    readonly text: 'whom messages name when they say "contact support": an address, a page, or words';
  },
  {
    readonly key: 'examples';
    readonly variable: 'CUVETTE_EXAMPLES';
    readonly flag: null;
    readonly fallback: 'on';
    readonly text: 'off: a new installation begins without the folder Examples and without the page of welcome';
  },
  {
    readonly key: 'substitute';
    readonly variable: 'CUVETTE_SUBSTITUTE';
    readonly flag: null;
    readonly fallback: 'off';
    readonly text: 'on: what this server cannot run is replaced by the nearest offer and recorded, where a submission does not say (options.substitute)';
  },
  {
    readonly key: 'python';
    readonly variable: 'CUVETTE_PYTHON';
    readonly flag: null;
    readonly fallback: 'packages/compute/.venv/bin/python';
    readonly text: 'Python with the compute packages';
  },
  {
    readonly key: 'metricsToken';
    readonly variable: 'CUVETTE_METRICS_TOKEN';
    readonly flag: null;
    readonly fallback: 'no measurements';
    readonly text: 'what Prometheus sends for /metrics, as Authorization: Bearer (24 characters or more)';
  },
  {
    readonly key: 'log';
    readonly variable: 'CUVETTE_LOG';
    readonly flag: null;
    readonly fallback: 'text';
    readonly text: 'json: every request and event as a JSON line on standard error; text: what people need to know';
  },
  {
    readonly key: 'threads';
    readonly variable: 'CUVETTE_THREADS';
    readonly flag: null;
    readonly fallback: '1';
    readonly text: 'threads of one job';
  },
  {
    readonly key: 'jobSeconds';
    readonly variable: 'CUVETTE_JOB_SECONDS';
    readonly flag: null;
    readonly fallback: '86400';
    readonly text: 'wall-clock limit of one attempt';
  },
  {
    readonly key: 'jobMemoryMb';
    readonly variable: 'CUVETTE_JOB_MEMORY_MB';
    readonly flag: null;
    readonly fallback: 'half of the memory';
    readonly text: 'memory (address space) limit of one job in MB';
  },
  {
    readonly key: 'jobOutputMb';
    readonly variable: 'CUVETTE_JOB_OUTPUT_MB';
    readonly flag: null;
    readonly fallback: '64';
    readonly text: 'limit of what one job may print beside its results in MB';
  },
];
/** Name of a setting. */
export type OptionKey = (typeof options)[number]['key'];
/** The options of `cuvette serve` as text. */
export declare function optionsHelp(): string;
