import * as z from 'zod/mini';
import { optionalNull } from '../scalars.ts';

/** `GET /api/session`: whether somebody is signed in, and how people sign in to this server. */
export const SignInWays = z.looseObject({
  signed_in: z.boolean(),
  /** Whether anybody may make an account. */
  sign_up: z._default(z.boolean(), false),
  password_length: z.looseObject({ least: z.int(), most: z.int() }),
  /** Another service that signs people in, by its name. */
  open_id: optionalNull(z.looseObject({ name: z.string() })),
  /** Whether browsers take passkeys of this server as it was reached. */
  passkeys: z._default(z.boolean(), false),
});
export type SignInWays = z.infer<typeof SignInWays>;
