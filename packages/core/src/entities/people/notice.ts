import * as z from 'zod/mini';
import { optionalNull } from '../scalars.ts';

/** State of a notice: not tried yet, failed and to be tried again, delivered, or given up. */
export const noticeStates = ['waiting', 'retrying', 'delivered', 'failed'] as const;
export type NoticeState = (typeof noticeStates)[number];

/** A message that an item has ended, by mail, to a webhook or into an eLabFTW, for whoever asked for it. */
export const SentNotice = z.looseObject({
  uuid: z.string(),
  kind: z.enum(['email', 'webhook', 'elabftw']),
  workflow_uuid: z.string(),
  workflow_name: z.string(),
  /** E-mail address, or host of the webhook or the eLabFTW. */
  receiver: optionalNull(z.string()),
  created_at: z.string(),
  delivered_at: optionalNull(z.string()),
  tries: z.int(),
  state: z.enum(noticeStates),
  /** Why the last try failed, as text. */
  error: optionalNull(z.string()),
});
export type SentNotice = z.infer<typeof SentNotice>;

/** `GET /api/user/me/notices`: newest first; what is older than 30 days is forgotten. */
export const NoticeList = z.looseObject({ notices: z.array(SentNotice), num_pages: z.int() });
export type NoticeList = z.infer<typeof NoticeList>;
