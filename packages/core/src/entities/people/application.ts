import * as z from 'zod/mini';
import { optionalNull } from '../scalars.ts';

/** What a person may allow an application; `submit` includes `read`. */
export const ApplicationPermission = z.enum(['read', 'submit']);
export type ApplicationPermission = z.infer<typeof ApplicationPermission>;

/** `POST /api/application/request`: what an application asks for. It gave its name itself, and nobody checked it. */
export const ApplicationRequest = z.looseObject({
  /** Null for one that gave none. */
  name: optionalNull(z.string()),
  /** Where the browser goes with the answer. */
  redirect_uri: z.string(),
  /** Whether that is a program on the person's own machine. */
  is_local: z.boolean(),
  permissions: z.array(ApplicationPermission),
  /** When it registered itself here. */
  registered_at: z.string(),
});
export type ApplicationRequest = z.infer<typeof ApplicationRequest>;

/** An application that a person connected by OAuth. */
export const ConnectedApplication = z.looseObject({
  uuid: z.string(),
  name: optionalNull(z.string()),
  redirect_uris: z.array(z.string()),
  permissions: z.array(ApplicationPermission),
  connected_at: z.string(),
  last_used_at: optionalNull(z.string()),
});
export type ConnectedApplication = z.infer<typeof ConnectedApplication>;

/** `GET /api/application`. */
export const ConnectedApplications = z.looseObject({
  applications: z.array(ConnectedApplication),
  /** Where applications connect; null where this server lets none. */
  address: optionalNull(z.string()),
});
export type ConnectedApplications = z.infer<typeof ConnectedApplications>;
