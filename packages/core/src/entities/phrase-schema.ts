import * as z from 'zod/mini';
import type { Phrase as PhraseType } from './phrases.ts';

/** A text with values as it is sent and stored. */
export const Phrase: z.ZodMiniType<PhraseType> = z.object({
  id: z.string(),
  // A getter, as a value may be a text with values itself.
  get values() {
    return z.record(z.string(), z.union([z.string(), z.number(), Phrase]));
  },
});
