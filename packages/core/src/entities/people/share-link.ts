import * as z from 'zod/mini';
import { optionalNull } from '../scalars.ts';

/** What a share link opens. */
export const linkedKinds = ['workflow', 'folder', 'protein'] as const;
export type LinkedKind = (typeof linkedKinds)[number];

/** A link that opens one thing to whoever has it. Only the answer that makes it holds the link itself. */
export const ShareLink = z.looseObject({
  uuid: z.string(),
  name: z._default(z.string(), ''),
  /** The last characters of its key. */
  hint: z._default(z.string(), ''),
  workflow_uuid: optionalNull(z.string()),
  folder_uuid: optionalNull(z.string()),
  protein_uuid: optionalNull(z.string()),
  created_by_username: z._default(z.string(), ''),
  created_at: z.string(),
  /** Null: it does not expire. */
  expires_at: optionalNull(z.string()),
  last_used_at: optionalNull(z.string()),
  is_expired: z._default(z.boolean(), false),
  is_revoked: z._default(z.boolean(), false),
});
export type ShareLink = z.infer<typeof ShareLink>;

/** `GET /api/share_link`: one page, newest first. */
export const ShareLinkList = z.looseObject({ links: z.array(ShareLink), num_pages: z.int() });
export type ShareLinkList = z.infer<typeof ShareLinkList>;

/** The answer that makes a link: the only one with its key. */
export const NewShareLink = z.extend(ShareLink, { link: z.string() });
export type NewShareLink = z.infer<typeof NewShareLink>;
