import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { featureNames, PlatformSettings, type Substitution, substitutions } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { defaultPdbUrl, defaultPubchemUrl, type OptionKey, options, optionsHelp } from './config-options.ts';
import { ConfigProblem } from './config-problem.ts';
import { type FilesSettings, s3SettingsOf } from './s3-settings.ts';
import { withoutEndSlashes } from './slashes.ts';

export { ConfigProblem, optionsHelp };

/** Whom `CUVETTE_SECOND_FACTOR` can require a second factor of. */
export const secondFactorChoices = ['optional', 'administrators'] as const;

/** The checkout this package lies in. */
export const checkout = path.resolve(import.meta.dirname, '../../..');

/** An OpenID Connect provider. */
export interface OpenIdConfig {
  /** The issuer; its discovery document lies under it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the sign-in page calls it. */
  name: string;
  /** Whether each address that it names is taken as the person's own, also where it does not say that it verified it. */
  trustsEmails: boolean;
}

/** The mail server that takes this server's mail. */
export interface MailConfig {
  /** smtp://USER:PASSWORD@HOST:PORT, or smtps:// */
  url: string;
  /** Sender of every mail. */
  from: string;
}

/** Everything that can be set from outside. */
export interface Config {
  port: number;
  host: string;
  data: string;
  /** Where molecules, large results and logs lie. */
  files: FilesSettings;
  databaseUrl: string | null;
  /** Where people reach this server, without a slash at the end; its path is the sub-path that the server is under. */
  publicUrl: string | null;
  workers: number;
  ownerEmail: string | null;
  ownerApiKey: string | null;
  /** Whether anybody may make an account. */
  signUp: boolean;
  /** Who needs a second factor: administrators for what they administer, or nobody. */
  secondFactor: 'optional' | 'administrators';
  /** Who signs people in besides this server, by OpenID Connect; null: nobody. */
  openId: OpenIdConfig | null;
  /** Whether people may connect applications to `/mcp` by OAuth. */
  oauth: boolean;
  embedAncestors: string[];
  /** Whether compounds and proteins are looked up elsewhere; `in-house`: the addresses may be in a private network. */
  lookups: 'on' | 'off' | 'in-house';
  /** Whether the owner of a new installation finds examples and is welcomed. */
  examples: boolean;
  /** Whether a submission that cannot run here takes the nearest offer by itself. */
  substitute: Substitution;
  /** Where PubChem's PUG REST lies, without a slash at the end. */
  pubchemUrl: string;
  /** Where entries of the Protein Data Bank lie as ID.cif, without a slash at the end. */
  pdbUrl: string;
  /** What Prometheus sends for `/metrics`; null: there are no measurements. */
  metricsToken: string | null;
  /** What `cuvette pilots` and KEDA send to read the demand for workers; null: nobody reads it. */
  demandToken: string | null;
  /** How requests and events are logged: text for people (failures only), or JSON lines for programs. */
  log: 'text' | 'json';
  /** Items of one person that may be queued or running at once; more await the queue. */
  activePerPerson: number;
  /** How mail is sent; null: it is not. */
  mail: MailConfig | null;
  /** Receivers of webhooks ("host" or "host:port") that may lie inside of the network and may speak plain http. */
  webhookHosts: string[];
  /** The same for the eLabFTW that results are sent to. */
  elabftwHosts: string[];
  /** Billing, private features, support: what the portal has to know too. */
  platform: PlatformSettings;
  python: string;
  jobSeconds: number;
  jobMemoryMb: number;
  jobOutputMb: number;
  threads: number;
  /** Which Dask cluster takes pieces of jobs: an address, JSON, or the path of a file with it; null: none does. */
  dask: string | null;
  /** What was set from outside, by the key of the option: where, and as which text. */
  given: Readonly<Record<string, GivenSetting>>;
}

/** A setting that was set from outside. */
interface GivenSetting {
  source: 'flag' | 'environment' | 'file';
  value: string;
}

/** A whole number within bounds. Throws `ConfigProblem` for anything else. */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new ConfigProblem(`${name} must be a whole number from ${least} to ${most}, and "${text}" is not.`);
  }
  return value;
}

/** Hosts of a setting, separated by spaces or commas, in small letters. */
const hostsOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((host) => host.toLowerCase());

/** One of some words. Throws `ConfigProblem` for another. */
export function oneOf<T extends string>(name: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text);
  if (found === undefined)
    throw new ConfigProblem(
      `${name} must be ${words.join(' or ')}, and "${text}" is ${words.length > 2 ? 'none of them' : 'neither'}.`,
    );
  return found;
}

function readFlags(flags: string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (let index = 0; index < flags.length; index += 1) {
    const [name = '', inline] = (flags[index] ?? '').split(/=(.*)/s, 2);
    const option = options.find((candidate) => candidate.flag === name);
    if (!option) throw new ConfigProblem(`"${flags[index]}" is not an option. "cuvette serve --help" lists them.`);
    const value = inline ?? flags[++index];
    if (value === undefined) throw new ConfigProblem(`${name} needs a value.`);
    found.set(option.key, value);
  }
  return found;
}

function readFile(data: string): Map<string, string> {
  const file = path.join(data, 'cuvette.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Map();
    throw new ConfigProblem(`${file} cannot be read: ${(error as Error).message}`);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new ConfigProblem(`${file} is not JSON: ${(error as Error).message}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ConfigProblem(`${file} must hold one JSON object.`);
  }
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(parsed)) {
    if (!options.some((option) => option.key === key && key !== 'data')) {
      throw new ConfigProblem(`${file} has the unknown key "${key}".`);
    }
    if (value === null) continue;
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    found.set(key, Array.isArray(value) ? value.join(' ') : text);
  }
  return found;
}

/** Whether a host is this machine alone. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Why signing in is not safe with these settings, or null: passwords and cookies would cross a network in the clear. */
export function exposureWarning({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string | null {
  const plain = publicUrl?.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''));
  if (plain || (publicUrl === null && !isLoopback(host))) {
    return 'Warning: people reach this server over plain http, so passwords, cookies and keys can be read on the way. Put a proxy with https in front and set CUVETTE_PUBLIC_URL to its https address.';
  }
  return null;
}

/** Whether a text is an e-mail address as sign-in takes it. */
export function isEmail(text: string): boolean {
  return z.safeParse(z.email(), text).success;
}

function originOf(name: string, text: string): string {
  try {
    const url = new URL(text);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('scheme');
    return url.origin;
  } catch {
    throw new ConfigProblem(`${name} must be an address like https://cuvette.example.org, and "${text}" is not.`);
  }
}

/**
 * The address that people reach this server by, without a slash at the end. It may have a path (a sub-path of a laboratory's host). Throws `ConfigProblem`
 * for what no link can begin with, and for a path that a link or a cookie would have to write in another way.
 */
function publicAddressOf(text: string): string {
  const name = 'CUVETTE_PUBLIC_URL';
  originOf(name, text);
  const { origin, pathname, username, password, search, hash } = new URL(text);
  if (username || password || search || hash) {
    throw new ConfigProblem(`${name} must be an address without a password, "?" or "#", and "${text}" is not.`);
  }
  const path = withoutEndSlashes(pathname);
  if (!/^(?:\/[\w.~-]+)*$/.test(path)) {
    throw new ConfigProblem(
      `The path in ${name} may have letters, digits, "-", "_", "." and "~" between single slashes, and "${path}" has others.`,
    );
  }
  return `${origin}${path}`;
}

/** The address of a service, without a slash at the end; https, unless it may be in a private network. */
function baseOf(name: string, text: string, inHouse: boolean): string {
  originOf(name, text);
  const { protocol, username, password, search, hash, href } = new URL(text);
  if (username || password || search || hash) {
    throw new ConfigProblem(`${name} must be an address without a password, "?" or "#", and "${text}" is not.`);
  }
  if (protocol !== 'https:' && !inHouse) {
    throw new ConfigProblem(`${name} must be an https address; http is for CUVETTE_LOOKUPS=in-house.`);
  }
  return withoutEndSlashes(href);
}

/** The OpenID Connect provider; all of its parts are needed. */
function openIdOf(issuer: string, publicUrl: string | null, read: (key: OptionKey) => string | null): OpenIdConfig {
  originOf('CUVETTE_OPENID_ISSUER', issuer);
  const { protocol, hostname, host } = new URL(issuer);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new ConfigProblem('CUVETTE_OPENID_ISSUER must be an https address.');
  }
  const clientId = read('openIdClientId');
  const clientSecret = read('openIdClientSecret');
  if (!clientId || !clientSecret || !publicUrl) {
    throw new ConfigProblem(
      'Sign-in by CUVETTE_OPENID_ISSUER needs CUVETTE_OPENID_CLIENT_ID, CUVETTE_OPENID_CLIENT_SECRET and CUVETTE_PUBLIC_URL too.',
    );
  }
  const emails = oneOf('CUVETTE_OPENID_EMAILS', read('openIdEmails') ?? 'verified', ['verified', 'trusted']);
  const name = read('openIdName') ?? host;
  return { issuer: withoutEndSlashes(issuer), clientId, clientSecret, name, trustsEmails: emails === 'trusted' };
}

/** The mail server; both of its parts are needed. Its address can hold a password, so no message repeats it. */
function mailOf(url: string, from: string | null): MailConfig {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed?.hostname || !['smtp:', 'smtps:'].includes(parsed.protocol)) {
    throw new ConfigProblem('CUVETTE_SMTP_URL must be an address like smtp://user:password@mail.example.org:587.');
  }
  const address = /<([^<>]+)>\s*$/.exec(from ?? '')?.[1] ?? from ?? '';
  if (!isEmail(address)) {
    throw new ConfigProblem('CUVETTE_SMTP_URL needs CUVETTE_MAIL_FROM too, an e-mail address that mail is sent from.');
  }
  return { url, from: from ?? '' };
}

/** Which features a text switches on. Throws `ConfigProblem` for one that there is not. */
export function features(name: string, text: string): PlatformSettings['features'] {
  const wanted = text.split(/[\s,]+/).filter((word) => word !== '' && word !== 'none');
  const unknown = wanted.find((word) => !featureNames.some((known) => known === word));
  if (unknown !== undefined) {
    throw new ConfigProblem(`${name} has ${featureNames.join(' and ')}, and "${unknown}" is not one of them.`);
  }
  return z.parse(
    PlatformSettings.shape.features,
    Object.fromEntries(featureNames.map((known) => [known, wanted.includes(known)])),
  );
}

/** Returns what the administrator switched on. Throws for a feature that there is not. */
function platformOf(
  switched: string,
  billing: string,
  support: string | null,
  lookups: Config['lookups'],
): PlatformSettings {
  return z.parse(PlatformSettings, {
    billing: oneOf('CUVETTE_BILLING', billing, ['off', 'on']) === 'on',
    features: features('CUVETTE_FEATURES', switched),
    lookups: lookups !== 'off',
    support_contact: support,
  });
}

/** Where files lie: in a bucket, in a directory that is named, or in the data directory. */
function filesOf(data: string, read: (key: OptionKey) => string | null): FilesSettings {
  const address = read('files');
  if (address === null) return { kind: 'local', directory: path.join(data, 'files') };
  if (/^s3:/.test(address)) return s3SettingsOf(address, read);
  if (!path.isAbsolute(address)) {
    throw new ConfigProblem(
      `CUVETTE_FILES must be an address like s3://my-bucket/cuvette or the whole path of a directory, and "${address}" is neither.`,
    );
  }
  return { kind: 'local', directory: path.normalize(address) };
}

/** What was set from outside: a flag wins over the environment, and that over the file. */
function givenBy(
  flags: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv,
  file: ReadonlyMap<string, string>,
): Record<string, GivenSetting> {
  const given: Record<string, GivenSetting> = {};
  for (const { key, variable } of options) {
    const [flag, set, written] = [flags.get(key), env[variable] || undefined, file.get(key)];
    const value = flag ?? set ?? written;
    if (value === undefined) continue;
    given[key] = { source: flag !== undefined ? 'flag' : set !== undefined ? 'environment' : 'file', value };
  }
  return given;
}

/** Reads flags, environment and the data directory's file. Throws `ConfigProblem` with words for the person. */
export function readConfig(flags: string[], env: NodeJS.ProcessEnv): Config {
  const fromFlags = readFlags(flags);
  const data = path.resolve(fromFlags.get('data') ?? (env.CUVETTE_DATA || path.join(checkout, '.cuvette')));
  const fromFile = readFile(data);
  const given = givenBy(fromFlags, env, fromFile);
  const read = (key: OptionKey): string | null => given[key]?.value ?? null;
  const ownerApiKey = read('ownerApiKey');
  if (ownerApiKey !== null && ownerApiKey.length < 24) {
    throw new ConfigProblem('CUVETTE_OWNER_API_KEY must have 24 characters or more.');
  }
  const metricsToken = read('metricsToken');
  if (metricsToken !== null && metricsToken.length < 24) {
    throw new ConfigProblem('CUVETTE_METRICS_TOKEN must have 24 characters or more.');
  }
  const demandToken = read('demandToken');
  if (demandToken !== null && demandToken.length < 24) {
    throw new ConfigProblem('CUVETTE_DEMAND_TOKEN must have 24 characters or more.');
  }
  const ownerEmail = read('ownerEmail');
  if (ownerEmail !== null && !isEmail(ownerEmail)) {
    throw new ConfigProblem(`CUVETTE_OWNER_EMAIL must be an e-mail address, and "${ownerEmail}" is not.`);
  }
  const publicUrl = read('publicUrl');
  const issuer = read('openIdIssuer');
  const lookups = oneOf('CUVETTE_LOOKUPS', read('lookups') ?? 'on', ['on', 'off', 'in-house']);
  const smtpUrl = read('smtpUrl');
  return {
    port: wholeNumber('The port', read('port') ?? '4280', 0, 65535),
    host: read('host') ?? '127.0.0.1',
    data,
    files: filesOf(data, read),
    databaseUrl: read('databaseUrl'),
    publicUrl: publicUrl === null ? null : publicAddressOf(publicUrl),
    workers: wholeNumber('The number of workers', read('workers') ?? '1', 0, 256),
    ownerEmail: ownerEmail?.toLowerCase() ?? null,
    ownerApiKey,
    metricsToken,
    demandToken,
    log: oneOf('CUVETTE_LOG', read('log') ?? 'text', ['text', 'json']) === 'json' ? 'json' : 'text',
    secondFactor: oneOf('CUVETTE_SECOND_FACTOR', read('secondFactor') ?? 'optional', secondFactorChoices),
    signUp: oneOf('CUVETTE_SIGN_UP', read('signUp') ?? 'closed', ['closed', 'open']) === 'open',
    openId: issuer === null ? null : openIdOf(issuer, publicUrl, read),
    oauth: oneOf('CUVETTE_OAUTH', read('oauth') ?? 'on', ['on', 'off']) === 'on',
    embedAncestors: (read('embedAncestors') ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((origin) => originOf('CUVETTE_EMBED_ANCESTORS', origin)),
    lookups,
    examples: oneOf('CUVETTE_EXAMPLES', read('examples') ?? 'on', ['on', 'off']) === 'on',
    substitute: oneOf('CUVETTE_SUBSTITUTE', read('substitute') ?? 'defaults', substitutions),
    pubchemUrl: baseOf('CUVETTE_PUBCHEM_URL', read('pubchemUrl') ?? defaultPubchemUrl, lookups === 'in-house'),
    pdbUrl: baseOf('CUVETTE_PDB_URL', read('pdbUrl') ?? defaultPdbUrl, lookups === 'in-house'),
    activePerPerson: wholeNumber('CUVETTE_ACTIVE_PER_PERSON', read('activePerPerson') ?? '100', 1, 1_000_000),
    mail: smtpUrl === null ? null : mailOf(smtpUrl, read('mailFrom')),
    webhookHosts: hostsOf(read('webhookHosts')),
    elabftwHosts: hostsOf(read('elabftwHosts')),
    platform: platformOf(read('features') ?? 'nmr', read('billing') ?? 'off', read('supportContact'), lookups),
    python: read('python') ?? path.join(checkout, 'packages/compute/.venv/bin/python'),
    jobSeconds: wholeNumber('CUVETTE_JOB_SECONDS', read('jobSeconds') ?? '86400', 1, 86400 * 30),
    jobMemoryMb: wholeNumber(
      'CUVETTE_JOB_MEMORY_MB',
      read('jobMemoryMb') ?? String(Math.max(4096, Math.floor(totalmem() / 2 ** 21))),
      256,
      2 ** 26,
    ),
    jobOutputMb: wholeNumber('CUVETTE_JOB_OUTPUT_MB', read('jobOutputMb') ?? '64', 1, 65536),
    given,
    dask: read('dask'),
    threads: wholeNumber('CUVETTE_THREADS', read('threads') ?? '1', 1, availableParallelism()),
  };
}
