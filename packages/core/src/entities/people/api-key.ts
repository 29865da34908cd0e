import * as z from 'zod/mini';
import { nameSchema } from '../name.ts';
import { optionalNull, uuid } from '../scalars.ts';

/** What an API key may do; each scope includes the ones before it. */
export const ApiKeyScope = z.enum(['read', 'read_write', 'read_write_delete']);
export type ApiKeyScope = z.infer<typeof ApiKeyScope>;

/** An API key as its owner sees it later: everything but the key. Keys without an end expire in the year 9999. */
export const ApiKey = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  /** Its last four characters, to tell keys apart. */
  hint: z._default(z.string(), ''),
  created_at: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
  is_revoked: z.boolean(),
  scope: ApiKeyScope,
  can_manage_api_keys: z.boolean(),
  scoped_project_uuid: optionalNull(z.string()),
  created_by_key_uuid: optionalNull(z.string()),
  revoked_at: optionalNull(z.string()),
  last_used_at: optionalNull(z.string()),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The answer to making a key: the only one that holds the key itself. */
export const NewApiKey = z.looseObject({ ...ApiKey.shape, api_key: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;

/**
 * Body of `POST /api/api_key`. Clients may bring a key that they made; without one the server makes it. A field that is not known is refused: whoever
 * misspells a limit would otherwise get a key that may do more than was meant.
 */
export const ApiKeyCreate = z.strictObject({
  api_key: optionalNull(
    z
      .string()
      .check(
        z.minLength(32, { error: 'A key needs 32 characters or more; leave it out, and the server makes one.' }),
        z.maxLength(200),
        z.regex(/^[\x21-\x7e]+$/, { error: 'A key consists of letters, digits and signs, without spaces.' }),
      ),
  ),
  name: z._default(nameSchema(200), 'API key'),
  scope: z._default(ApiKeyScope, 'read'),
  /** Days until the key expires; null: it does not. */
  valid_days: z._default(z.nullable(z.number().check(z.positive(), z.maximum(36_500))), 365),
  scoped_project_uuid: optionalNull(uuid),
  can_manage_api_keys: z._default(z.boolean(), false),
  /** Client 3.x sends null. Nothing is charged here, so that there is nothing to limit. */
  budget: optionalNull(
    z
      .number()
      .check(
        z.refine(() => false, { error: 'API keys have no budgets here; leave it out, and limit items by max_credits' }),
      ),
  ),
});
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;
export type ApiKeyCreateInput = z.input<typeof ApiKeyCreate>;
