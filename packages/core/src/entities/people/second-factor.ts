import * as z from 'zod/mini';
import { optionalNull } from '../scalars.ts';

/** A passkey of an account, without its public key. */
export const Passkey = z.looseObject({
  uuid: z.string(),
  name: optionalNull(z.string()),
  created_at: z.string(),
  last_used_at: optionalNull(z.string()),
});
export type Passkey = z.infer<typeof Passkey>;

/** `GET /api/session/second_factor`: what an account has beside its password. */
export const SecondFactorState = z.looseObject({
  /** Whether a code of an app is asked for at sign-in. */
  enabled: z.boolean(),
  /** Whether this server requires it of the person. */
  required: z.boolean(),
  /** Whether the account has a password, which changes here ask for. */
  has_password: z.boolean(),
  /** Backup codes that were not used. */
  backup_codes_left: z.int(),
  passkeys: z.array(Passkey),
  /** Why browsers take no passkeys of this server as it was reached; null where they do. */
  passkeys_unavailable: optionalNull(z.string()),
});
export type SecondFactorState = z.infer<typeof SecondFactorState>;

/** Answer of `POST /api/session/second_factor/set_up`. The secret and the codes are not shown again. */
export const SecondFactorSetUp = z.looseObject({
  /** `otpauth://` address for the QR code. */
  uri: z.string(),
  backup_codes: z.array(z.string()),
});
export type SecondFactorSetUp = z.infer<typeof SecondFactorSetUp>;

/** Answer of a sign-in by password or link; with `second_factor` it is complete when `POST /api/session/second_factor` gets a code. */
export const SignedIn = z.looseObject({ ok: z.literal(true), second_factor: z._default(z.boolean(), false) });
export type SignedIn = z.infer<typeof SignedIn>;
