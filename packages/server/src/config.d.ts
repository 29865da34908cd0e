import { PlatformSettings } from '@cuvette/core/entities';
import { optionsHelp } from './config-options.ts';
import { ConfigProblem } from './config-problem.ts';
import { type FilesSettings } from './s3-settings.ts';

export { ConfigProblem, optionsHelp };
/** The checkout this package lies in. */
export declare const checkout: string;
/** An OpenID Connect provider. */
export interface OpenIdConfig {
  /** The issuer; its discovery document lies under it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the sign-in page calls it. */
  name: string;
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
  publicUrl: string | null;
  workers: number;
  ownerEmail: string | null;
  ownerApiKey: string | null;
  /** Whether anybody may make an account. */
  signUp: boolean;
  /** Who signs people in besides this server, by OpenID Connect; null: nobody. */
  openId: OpenIdConfig | null;
  embedAncestors: string[];
  /** Whether compounds and proteins are looked up elsewhere; `in-house`: the addresses may lie in a private network. */
  lookups: 'on' | 'off' | 'in-house';
  /** Whether the owner of a new installation finds examples and is welcomed. */
  examples: boolean;
  /** Whether a submission that cannot run here takes the nearest offer by itself. */
  substitute: boolean;
  /** Where PubChem's PUG REST lies, without a slash at the end. */
  pubchemUrl: string;
  /** Where entries of the Protein Data Bank lie as ID.cif, without a slash at the end. */
  pdbUrl: string;
  /** What Prometheus sends for `/metrics`; null: there are no measurements. */
  metricsToken: string | null;
  /** How requests and events are logged: text for people (failures only), or JSON lines for programs. */
  log: 'text' | 'json';
  /** Items of one person that may be queued or running at once; more await the queue. */
  activePerPerson: number;
  /** How mail is sent; null: it is not. */
  mail: MailConfig | null;
  /** Receivers of webhooks ("host" or "host:port") that may lie inside of the network and may speak plain http. */
  webhookHosts: string[];
  /** Billing, private features, support: what the portal has to know too. */
  platform: PlatformSettings;
  python: string;
  jobSeconds: number;
  jobMemoryMb: number;
  jobOutputMb: number;
  threads: number;
}
/** Why signing in is not safe with these settings, or null: passwords and cookies would cross a network in the clear. */
export declare function exposureWarning({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string | null;
/** Whether a text is an e-mail address as sign-in takes it. */
export declare function isEmail(text: string): boolean;
/** Reads flags, environment and the data directory's file. Throws `ConfigProblem` with words for the person. */
export declare function readConfig(flags: string[], env: NodeJS.ProcessEnv): Config;
