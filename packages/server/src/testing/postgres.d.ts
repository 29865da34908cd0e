/** Folder with PostgreSQL's programs (version 15 or newer), or null when this machine has none. */
export declare function findPostgres(): Promise<string | null>;
/** An unprivileged user's ids: PostgreSQL refuses root, and permission tests pass falsely under it. Null when we are not root. */
export declare function unprivileged(): Promise<{
  uid: number;
  gid: number;
} | null>;
/** Databases for a test. */
export interface TestPostgres {
  /** Makes a database with the newest schema and nothing in it, and returns its address. */
  createDatabase(): Promise<string>;
  /** Makes a database without any tables, as before the first start, in UTF8 unless said, and returns its address. */
  createEmptyDatabase(encoding?: string): Promise<string>;
  stop(): Promise<void>;
}
/** A PostgreSQL of its own. */
export interface PostgresCluster {
  /** Address of the server, with no database in it. */
  address: string;
  stop(): Promise<void>;
}
/** Starts a PostgreSQL in a temporary directory as an unprivileged user. Throws when this machine has none. */
export declare function startPostgres(): Promise<PostgresCluster>;
