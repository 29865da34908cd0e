import * as z from 'zod/mini';
import { optionalNull } from './scalars.ts';

/** Where an item came from that was brought here by a bundle or by the output of another program: who brought it and when, and what it was there. */
export const Imported = z.looseObject({
  at: z.string(),
  by_username: optionalNull(z.string()),
  /** Address of the server that wrote the bundle, where it says so. */
  from: optionalNull(z.string()),
  original_uuid: z.string(),
  original_run_by_username: optionalNull(z.string()),
  bundle_created_at: optionalNull(z.string()),
});
export type Imported = z.infer<typeof Imported>;

/** What an item says beside that, which was read from the output of another program: program and version ("ORCA 6.0.1"), and the name of the file. */
export type ImportedOutput = { program?: string; file?: string };

/** `POST /api/workflow/import`: the new items, and as text what could not be brought along. */
export const ImportAnswer = z.looseObject({
  items: z.array(z.looseObject({ uuid: z.string(), name: z.string() })),
  warnings: z._default(z.array(z.string()), []),
});
export type ImportAnswer = z.infer<typeof ImportAnswer>;
