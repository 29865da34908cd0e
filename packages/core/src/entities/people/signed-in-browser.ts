import * as z from 'zod/mini';
import { optionalNull } from '../scalars.ts';

/** A browser in which a person is signed in. */
export const SignedInBrowser = z.looseObject({
  uuid: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** As the browser named itself when it signed in. */
  user_agent: optionalNull(z.string()),
  /** Network address that it signed in from; null where none is known. */
  address: optionalNull(z.string()),
  created_at: z.string(),
  last_seen_at: z.string(),
});
export type SignedInBrowser = z.infer<typeof SignedInBrowser>;
