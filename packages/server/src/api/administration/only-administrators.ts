import type { Config } from '../../config.ts';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Account } from '../../store/users.ts';

/** Whether administrators of this server need a second factor. */
export function requiresSecondFactor(config: Pick<Config, 'secondFactor'>): boolean {
  return config.secondFactor === 'administrators';
}

/** Refuses everybody but administrators of the server, and those who lack a second factor that it requires. Throws 403. */
export function onlyAdministrators(
  { account, services }: { account: Account; services: Pick<Services, 'config'> },
  others = 'Only administrators of this server may do this.',
): void {
  if (!account.administrator) throw new HttpProblem(403, others);
  if (requiresSecondFactor(services.config) && !account.second_factor) {
    throw new HttpProblem(
      403,
      'This server requires a second factor of its administrators. Set up an authenticator app on your account page first.',
    );
  }
}
