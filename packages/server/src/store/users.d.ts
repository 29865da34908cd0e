import { type Database, type Executor } from './database.ts';
/** An account as the routes need it. */
export interface Account {
  id: string;
  email: string;
  username: string;
  firstname: string | null;
  lastname: string | null;
  default_project_uuid: string | null;
  root_folder_uuid: string | null;
}
/** Columns of an account `u`. */
export declare const accountColumns: import('drizzle-orm').SQL<unknown>;
/** What else a new account may come with. */
export interface NewAccount {
  firstname?: string | null;
  lastname?: string | null;
  /** Whether somebody vouched for the address: an administrator, a one-time link, an identity provider. */
  verified?: boolean;
}
/** Makes an account with its default project and root folder in one transaction. Throws 409 when the address is taken. */
export declare function createAccount(db: Database, email: string, more?: NewAccount): Promise<Account>;
/** As `createAccount`, inside a transaction. */
export declare function insertAccount(tx: Executor, email: string, more?: NewAccount): Promise<Account>;
/** The account with this id, or null. */
export declare function accountById(db: Executor, id: string): Promise<Account | null>;
/** The account with this address, or null. */
export declare function accountByEmail(db: Executor, email: string): Promise<Account | null>;
/** The account that was made first: the owner of this installation. Null before there is one. */
export declare function firstAccount(db: Executor): Promise<Account | null>;
/** Several servers may start on one new database: the first makes the first account, and the others wait until this transaction ends. */
export declare function lockFirstAccount(tx: Executor): Promise<void>;
/** Whether anybody ever signed in (or could, with an API key). */
export declare function isOwned(db: Executor): Promise<boolean>;
/**
 * Whether a person made an account their own: they came into it once (whatever became of their sessions), have a password or another service's name
 * for them, or had an API key. Then nobody else, not even the owner of the server, gets a link to it through the web.
 */
export declare function isInUse(db: Executor, id: string): Promise<boolean>;
/** What a person may change of their profile. */
export interface ProfileChange {
  firstname?: string | null | undefined;
  lastname?: string | null | undefined;
  default_project_uuid?: string | undefined;
}
/** Changes a profile; what is undefined stays. False when the default project shall be one that the person does not own. */
export declare function changeProfile(db: Executor, id: string, change: ProfileChange): Promise<boolean>;
