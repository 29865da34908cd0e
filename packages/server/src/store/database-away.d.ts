/** The database could not be reached, or broke off; `cause` is what its driver said. */
export declare class DatabaseAway extends Error {
  constructor(cause: unknown);
}
/** Whether a failure comes from a database that is away. Errors of other services (files, mail) have the same codes: only those that came through a statement count. */
export declare function isDatabaseAway(error: unknown): boolean;
/** Waits for a call to the database's driver itself; a lost connection is said as `DatabaseAway`. */
export declare function reaching<T>(call: Promise<T>): Promise<T>;
