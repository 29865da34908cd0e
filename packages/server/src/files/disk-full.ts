/** What the system and PostgreSQL (53100) call a disk, or a share of one, that has no room left. */
const full = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100']);

/** Whether a failure comes from a full disk of this machine, of the file store or of the database. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && full.has(error.code)) || isDiskFull(error.cause);
}
