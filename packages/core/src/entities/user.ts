import * as z from 'zod/mini';
import { optionalNull } from './scalars.ts';

/** The signed-in person, and where their work lies. */
export const User = z.looseObject({
  uuid: z.string(),
  username: z.string(),
  email: z.string(),
  firstname: optionalNull(z.string()),
  lastname: optionalNull(z.string()),
  root_folder_uuid: optionalNull(z.string()),
  default_project_uuid: optionalNull(z.string()),
});
export type User = z.infer<typeof User>;
