import { createAttemptLimit } from '../../auth/attempt-limit.ts';
import { HttpProblem } from '../../errors.ts';
import type { Call } from '../http/route.ts';

/**
 * Asks for the password of whoever changes how they sign in, where the account has one. Wrong ones count as sign-ins that failed.
 * Throws 403 at `field` for a wrong one, 429 after too many.
 */
export async function requirePassword(
  {
    services,
    db,
    account,
    request,
  }: Pick<Call<'browser', unknown, unknown>, 'services' | 'db' | 'account' | 'request'>,
  password: string | null,
  field: string,
): Promise<void> {
  const limit = createAttemptLimit(db.drizzle);
  await limit.begin(request.ip, account.email);
  if ((await services.signIn.checkPassword(account.id, password ?? '')) === false) {
    await limit.fail();
    throw new HttpProblem(
      403,
      'This is not your present password. If you forgot it, a one-time link lets you set a new one.',
      field,
    );
  }
  await limit.succeed(request.ip, account.email);
}
