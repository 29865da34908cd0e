import { HttpProblem } from '../../errors.ts';
import type { Account } from '../../store/users.ts';

/** Refuses everybody but administrators of the server. Throws 403. */
export function onlyAdministrators({ account }: { account: Account }): void {
  if (!account.administrator) throw new HttpProblem(403, 'Only administrators of this server may do this.');
}
