import { DrizzleQueryError } from 'drizzle-orm';

/** The database could not be reached, or the connection broke; `cause` is the driver's error. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
    this.name = 'DatabaseAway';
  }
}

/** SQLSTATEs of a server that is being stopped or started (57P01 to 57P03) and of broken connections (class 08), and the system's words for the same. */
const lost =
  /^(?:57P0[123]|08\w{3}|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** What the driver says without a code. */
const lostWords = /^Connection terminated|timeout exceeded when trying to connect|^Query read timeout|not queryable/i;

/** Whether an error of the database's driver says that the connection is lost, and not that a statement is wrong. */
function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : null;
  if (typeof code === 'string' && lost.test(code)) return true;
  // Node gives one error for all addresses of a name.
  if (error instanceof AggregateError && error.errors.some(isLostConnection)) return true;
  return lostWords.test(error.message);
}

/** Whether a failure comes from a database that is away. Errors of other services (files, mail) have the same codes: only those that came through a statement count. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true;
  if (error instanceof DrizzleQueryError) return isLostConnection(error.cause);
  return error instanceof Error && error.cause !== undefined && isDatabaseAway(error.cause);
}

/** Waits for a call to the database's driver itself; a lost connection becomes `DatabaseAway`. */
export async function reaching<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isLostConnection(error) ? new DatabaseAway(error) : error;
  }
}
