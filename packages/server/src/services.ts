import type { EventEmitter } from 'node:events';
import type { OAuth } from './auth/oauth.ts';
import type { OpenIdSignIn } from './auth/open-id.ts';
import type { Sealing } from './auth/sealing.ts';
import type { SignIn } from './auth/sign-in.ts';
import type { Config } from './config.ts';
import type { Converter } from './convert/pool.ts';
import type { StructureProcess } from './convert/structure-process.ts';
import type { FileStore } from './files/file-store.ts';
import type { Lookups } from './lookups/lookups.ts';
import type { Counts } from './store/counts.ts';
import type { Database } from './store/database/database.ts';
import type { KnownMatches } from './store/known-matches.ts';
import type { Reader } from './store/reader.ts';

/** What the routes work with; made once by the start. */
export interface Services {
  config: Config;
  db: Database;
  files: FileStore;
  /** Counts of long lists that were asked for lately. */
  counts: Counts;
  signIn: SignIn;
  /** Encrypts keys of other services for the database. */
  sealing: Sealing;
  /** Sign-in by an OpenID Connect provider; null where none is configured. */
  openId: OpenIdSignIn | null;
  /** Sign-in of applications at `/mcp` by OAuth. */
  oauth: OAuth;
  /** RDKit; `convertingFor` gives a call the share of its person. */
  convert: Converter;
  /** The molecules of the server in memory, searched by structure. */
  structures: StructureProcess;
  /** What searches by structure found lately. */
  matches: KnownMatches;
  lookups: Lookups;
  /** Says "queued" when an item may have become claimable; with "submitted" when that is because it was submitted, and nothing has ended. */
  wake: EventEmitter;
  /** SHA-256 of the key of the workers that this server starts itself; null when there are none. */
  embeddedKeyHash: string | null;
  /** Name of this installation; its own workers carry it. */
  serverId: string;
  /** Token of the local admin calls (`cuvette user ...` while the server runs). */
  adminToken: string;
  /** Why no work is accepted at the moment, or null. */
  trouble: () => Promise<string | null>;
  /** True from the start until the first worker of this server has reported, for some minutes at most: what it can compute is not known so far. */
  awaitsWorker: () => boolean;
  /** Waits until a worker of this server has reported, for some seconds at most. */
  firstReport: () => Promise<void>;
  /** True from the moment the server winds down. */
  stopping: () => boolean;
}

/**
 * The services of one call: what is converted in it takes its reader's turn. Everybody who is not signed in shares one. `signal` gives the
 * conversions up when it is aborted.
 */
export function convertingFor(services: Services, reader: Reader, signal?: AbortSignal): Services {
  return { ...services, convert: services.convert.of(reader.kind === 'user' ? reader.id : 'public', signal) };
}
