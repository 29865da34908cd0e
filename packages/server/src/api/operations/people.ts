import {
  ApiKey,
  ApiKeyCreate,
  NewApiKey,
  NewShareLink,
  NoticeList,
  PlatformSettings,
  ShareLink,
  ShareLinkList,
  User,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { OneTime, OpenIdBody, PasswordBody, SignInBody, SignUpBody } from '../people/session.ts';
import { LinkBody, Thing } from '../people/share-link.ts';
import { InviteBody, ProfileBody } from '../people/user.ts';
import { Count, Done, type Operations, paging } from './operation.ts';

const anybody = { caller: 'anybody' } as const;
const browser = { caller: 'browser' } as const;

/** Signing in, accounts and keys. */
export const peopleOperations: Operations = {
  'GET /api/session': {
    summary: 'Tells whether the browser is signed in, and how one can sign in',
    ...anybody,
    answer: z.looseObject({
      signed_in: z.boolean(),
      sign_up: z.boolean(),
      password_length: z.looseObject({ least: z.int(), most: z.int() }),
      open_id: z.nullable(z.looseObject({ name: z.string() })),
    }),
  },
  'GET /api/platform': {
    summary: 'Tells what is switched on for the whole server: billing, private features, whom to ask',
    ...anybody,
    answer: PlatformSettings,
  },
  'POST /api/session/one_time': {
    summary: 'Signs in by a one-time link, and may set a password',
    ...anybody,
    body: OneTime,
    answer: Done,
  },
  'POST /api/session/sign_in': {
    summary: 'Signs in by address and password',
    ...anybody,
    body: SignInBody,
    answer: Done,
  },
  'POST /api/session/sign_up': {
    summary: 'Makes an account, where this server lets anybody do so',
    ...anybody,
    body: SignUpBody,
    status: 201,
    answer: Done,
  },
  'POST /api/session/open_id': {
    summary: "Starts the sign-in by this server's OpenID Connect provider: answers the address to go to",
    ...anybody,
    body: OpenIdBody,
    bodyOptional: true,
    answer: z.looseObject({ url: z.string() }),
  },
  'GET /api/auth/callback/openid': {
    summary: 'Takes the browser back from the OpenID Connect provider',
    ...anybody,
    status: 302,
    answer: z.string(),
    type: 'text/plain',
  },
  'POST /api/session/sign_out': { summary: 'Signs the browser out', ...anybody, answer: Done },
  'POST /api/session/sign_out_everywhere': {
    summary: 'Signs all browsers of the account out',
    ...browser,
    answer: z.looseObject({ ok: z.literal(true), ended: Count }),
  },
  'GET /api/session/list': {
    summary: 'Lists the browsers that are signed in to the account',
    description: 'All at once: only sessions that still live, and only your own.',
    ...browser,
    answer: z.looseObject({ sessions: z.array(z.looseObject({ uuid: z.string(), current: z.boolean() })) }),
  },
  'POST /api/session/password': {
    summary: 'Changes the password; other browsers are signed out',
    ...browser,
    body: PasswordBody,
    answer: z.looseObject({ ok: z.literal(true), ended: Count }),
  },
  'POST /api/session/token': {
    summary: 'Makes a short-lived token for reading, sent as `Authorization: Bearer`',
    answer: z.looseObject({ token: z.string(), expires_in: Count }),
  },
  'GET /api/user/me': { summary: 'Reads your profile', answer: User },
  'POST /api/user/me': {
    summary: 'Changes your profile; what is left out stays',
    body: ProfileBody,
    bodyOptional: true,
    answer: User,
  },
  'GET /api/user/me/notices': {
    summary: 'Lists mail and webhooks about your items that have ended, page by page',
    description: 'Each is delivered, to be tried again, or given up with the reason.',
    query: z.object(paging),
    answer: NoticeList,
  },
  'POST /api/user/invite': {
    summary: 'Makes an account and its one-time link; for the owner of the server',
    ...browser,
    body: InviteBody,
    status: 201,
    answer: z.looseObject({ email: z.string(), link: z.string(), expires_in: Count }),
  },
  'GET /api/api_key': {
    summary: 'Lists your API keys, without the keys themselves',
    description:
      'All at once: the keys that still work, of which a person has at most 100, and those that ended in the last 90 days.',
    query: z.object({ active: z.optional(z.boolean()) }),
    answer: z.array(ApiKey),
  },
  'POST /api/api_key': {
    summary: 'Makes an API key; only this answer has the key itself',
    body: ApiKeyCreate,
    bodyOptional: true,
    status: 201,
    answer: NewApiKey,
  },
  'GET /api/share_link': {
    summary: 'Lists the share links of one item, folder or protein, newest first, page by page',
    description: 'Name exactly one of the three.',
    parameters: {
      workflow_uuid: { description: 'The item whose links are listed; left out for a folder or protein.' },
      folder_uuid: { description: 'The folder whose links are listed; left out for an item or protein.' },
      protein_uuid: { description: 'The protein whose links are listed; left out for an item or folder.' },
    },
    query: z.object({ ...paging, ...Thing.shape }),
    answer: ShareLinkList,
  },
  'POST /api/share_link': {
    summary: 'Makes a share link of one item, folder or protein; only this answer has the link itself',
    body: LinkBody,
    status: 201,
    answer: NewShareLink,
  },
  'POST /api/share_link/:uuid/revoke': {
    summary: 'Revokes a share link, which opens nothing from then on',
    answer: ShareLink,
  },
  'POST /api/api_key/:uuid/revoke': { summary: 'Revokes an API key, which opens nothing from then on', answer: ApiKey },
};
