import * as z from 'zod/mini';
import { optionalNull } from '../scalars.ts';

const Named = z.looseObject({ name: z.string() });

/** The signed-in person, and where their work lies. Credits and billing are filled only where billing is on. */
export const User = z.looseObject({
  uuid: z.string(),
  username: z.string(),
  email: z.string(),
  firstname: optionalNull(z.string()),
  lastname: optionalNull(z.string()),
  root_folder_uuid: optionalNull(z.string()),
  default_project_uuid: optionalNull(z.string()),
  weekly_credits: optionalNull(z.number()),
  credits: optionalNull(z.number()),
  billing_name: optionalNull(z.string()),
  billing_address: optionalNull(z.string()),
  credit_balance_warning: optionalNull(z.union([z.number(), z.boolean()])),
  organization: optionalNull(
    z.looseObject({ name: z.string(), weekly_credits: optionalNull(z.number()), credits: optionalNull(z.number()) }),
  ),
  organization_role: optionalNull(Named),
  individual_subscription: optionalNull(z.looseObject({ subscription_plan: Named })),
  /** Types that this person may submit; null where nothing is restricted. */
  enabled_workflows: optionalNull(z.array(z.string())),
  feature_list: z._default(z.array(z.string()), []),
  /** Whether the person administers the server. */
  administrator: z._default(z.boolean(), false),
  /** Whether they administer it once they have a second factor, which it requires. */
  needs_second_factor: z._default(z.boolean(), false),
  /** Why no e-mail is sent when a workflow has ended; null where mail is sent. */
  email_unavailable: optionalNull(z.string()),
  /** The page of welcome, with the folder of examples where there is one; null once it was closed. */
  welcome: optionalNull(z.looseObject({ examples_folder_uuid: optionalNull(z.string()) })),
});
export type User = z.infer<typeof User>;
