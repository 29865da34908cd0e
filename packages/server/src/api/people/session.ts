import { emptyOrName, SignedIn, SignedInBrowser } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { createAttemptLimit } from '../../auth/attempt-limit.ts';
import { passwordLength, tokenMinutes } from '../../auth/better-auth.ts';
import { refuseForeignOrigin, webHeaders } from '../../auth/principal.ts';
import { passkeysUnavailable } from '../../auth/second-factor/plugins.ts';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { addAudit } from '../../store/administration/audit.ts';
import { endSession, endSessions, listSessions } from '../../store/sessions.ts';
import { accountById, createAccount } from '../../store/users.ts';
import { addressOf } from '../../wire/address.ts';
import { Count, Done, done } from '../http/answers.ts';
import { anybody, browser, page, type Route, reads, route } from '../http/route.ts';
import { requirePassword } from './require-password.ts';

const Password = z
  .string({ error: 'Give a password.' })
  .check(
    z.minLength(passwordLength.least, { error: `A password needs ${passwordLength.least} characters or more.` }),
    z.maxLength(passwordLength.most, { error: `A password has ${passwordLength.most} characters at most.` }),
  );
const Email = z.string().check(z.trim(), z.minLength(1), z.maxLength(320));
const Name = z.optional(z.nullable(emptyOrName(200)));

const OneTime = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(500)),
  /** A new password for the account: whoever holds the link may set one. */
  password: z.optional(Password),
});
// A wrong password may have any length; only what is stored must be long enough.
const SignInBody = z.object({ email: Email, password: z.string().check(z.maxLength(1000)) });
const SignUpBody = z.object({ email: Email, password: Password, firstname: Name, lastname: Name });
const PasswordBody = z.object({
  current_password: z._default(z.nullable(z.string().check(z.maxLength(1000))), null),
  new_password: Password,
});

const OpenIdBody = z.object({
  /** Where the browser goes after the sign-in: a path of this server. */
  return_to: z._default(z.string().check(z.regex(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/), z.maxLength(2000)), '/'),
});

function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}

const Ended = z.looseObject({ ok: z.literal(true), ended: Count });
const noOpenId = 'This server has no sign-in by another service.';

const secondFactorHint =
  'Where the account has a second factor, the answer has `second_factor: true`, and the browser is signed in when `POST /api/session/second_factor` gets a code.';

/** Signing in and out, passwords, tokens for reading. */
export const sessionRoutes: Route[] = [
  route('GET /api/session', anybody, {
    summary: 'Answers whether the browser is signed in, and how one can sign in',
    answer: z.looseObject({
      signed_in: z.boolean(),
      sign_up: z.boolean(),
      password_length: z.looseObject({ least: z.int(), most: z.int() }),
      open_id: z.nullable(z.looseObject({ name: z.string() })),
      passkeys: z.boolean(),
    }),
    handle: async ({ services: { config, signIn }, request }) => ({
      signed_in: request.headers.cookie ? (await signIn.sessionOf(webHeaders(request))) !== null : false,
      sign_up: config.signUp,
      password_length: passwordLength,
      open_id: config.openId ? { name: config.openId.name } : null,
      passkeys: passkeysUnavailable(config.publicUrl, request.headers.host) === null,
    }),
  }),
  route('POST /api/session/one_time', page, {
    summary: 'Signs in by a one-time link, and may set a password',
    description: secondFactorHint,
    body: OneTime,
    answer: SignedIn,
    async handle({ services: { signIn }, db, body: { token, password }, request, reply }) {
      const redeemed = await signIn.redeem(token, webHeaders(request));
      if (!redeemed) {
        throw new HttpProblem(
          401,
          'This sign-in link was used already, is too old, or is not whole. Ask the administrator of this server for a new one.',
          'token',
        );
      }
      if (password !== undefined) {
        await signIn.setPassword(redeemed.account, password);
        // Sessions that used the old password are signed out.
        await endSessions(db.drizzle, redeemed.account, redeemed.session);
      }
      setCookies(reply, redeemed.cookies);
      return { ...done, second_factor: redeemed.awaitsCode };
    },
  }),
  route('POST /api/session/sign_in', page, {
    summary: 'Signs in by address and password',
    description: secondFactorHint,
    body: SignInBody,
    answer: SignedIn,
    async handle({ services: { signIn }, db, body: { email, password }, request, reply }) {
      const limit = createAttemptLimit(db.drizzle);
      const address = email.toLowerCase();
      await limit.begin(request.ip, address);
      const entered = await signIn.signIn(address, password, webHeaders(request));
      if (!entered) {
        await limit.fail();
        const unknown = { actor: null, way: 'browser', address: request.ip, action: 'sign_in_failed' as const };
        await addAudit(db.drizzle, { ...unknown, actorName: address });
        throw new HttpProblem(401, 'The email address or the password is wrong.', 'password');
      }
      await limit.succeed(request.ip, address);
      setCookies(reply, entered.cookies);
      return { ...done, second_factor: entered.awaitsCode };
    },
  }),
  route('POST /api/session/sign_up', page, {
    summary: 'Makes an account, where this server lets anybody do so',
    body: SignUpBody,
    status: 201,
    answer: Done,
    admit({ services }) {
      if (services.config.signUp) return;
      throw new HttpProblem(403, 'Accounts of this server are made by its owner. Ask them for an invitation.');
    },
    async handle({ services: { signIn }, db, body, request, reply }) {
      const { email, password, firstname = null, lastname = null } = body;
      await createAttemptLimit(db.drizzle).signUp(request.ip);
      const account = await createAccount(db, email, { firstname, lastname, verified: false });
      await signIn.setPassword(account.id, password);
      setCookies(reply, (await signIn.signIn(account.email, password, webHeaders(request)))?.cookies ?? []);
      return done;
    },
  }),
  route('POST /api/session/open_id', page, {
    summary: "Starts the sign-in by this server's OpenID Connect provider: answers the address to go to",
    body: OpenIdBody,
    emptyBody: {},
    answer: z.looseObject({ url: z.string() }),
    admit({ services }) {
      if (!services.openId) throw new HttpProblem(404, noOpenId);
    },
    async handle({ services: { openId, config }, body, request, reply }) {
      const started = await openId?.start(body.return_to, webHeaders(request));
      if (!started) {
        throw new HttpProblem(502, `${config.openId?.name} cannot be reached. Try again, or sign in otherwise.`);
      }
      setCookies(reply, started.cookies);
      return { url: started.url };
    },
  }),
  route('GET /api/auth/callback/openid', anybody, {
    summary: 'Takes the browser back from the OpenID Connect provider',
    status: 302,
    answer: z.string(),
    type: 'text/plain',
    async handle({ services: { openId, config }, request, reply }) {
      const answer = await openId?.finish(new URL(`${config.publicUrl ?? ''}${request.url}`), webHeaders(request));
      if (!answer) throw new HttpProblem(404, noOpenId);
      setCookies(reply, answer.cookies);
      return reply.redirect(answer.location, 302);
    },
  }),
  route('POST /api/session/sign_out', page, {
    summary: 'Signs the browser out',
    answer: Done,
    async handle({ services: { signIn }, db, request, reply }) {
      const headers = webHeaders(request);
      const left = request.headers.cookie ? await signIn.sessionOf(headers) : null;
      const account = left && (await accountById(db.drizzle, left.account));
      setCookies(reply, await signIn.signOut(headers));
      if (account) {
        const { id: actor, email: actorName } = account;
        await addAudit(db.drizzle, { actor, actorName, way: 'browser', address: request.ip, action: 'sign_out' });
      }
      return done;
    },
  }),
  route('POST /api/session/sign_out_everywhere', browser, {
    summary: 'Signs all browsers of the account out',
    answer: Ended,
    async handle({ services: { signIn }, db, account, request, reply }) {
      const cleared = await signIn.signOut(webHeaders(request));
      const ended = 1 + (await endSessions(db.drizzle, account.id));
      setCookies(reply, cleared);
      return { ...done, ended };
    },
  }),
  route('POST /api/session/sign_out_others', browser, {
    summary: 'Signs all browsers of the account out but the one that asks',
    answer: Ended,
    handle: async ({ db, account, session }) => ({
      ...done,
      ended: await endSessions(db.drizzle, account.id, session),
    }),
  }),
  route('GET /api/session/list', browser, {
    summary: 'Lists the browsers that are signed in to the account',
    description: 'All at once: only sessions that still live, and only your own.',
    answer: z.looseObject({ sessions: z.array(SignedInBrowser) }),
    async handle({ db, account, session }) {
      const found = await listSessions(db.drizzle, account.id);
      return { sessions: found.map((one) => ({ ...one, current: one.uuid === session })) };
    },
  }),
  route('POST /api/session/:uuid/sign_out', browser, {
    summary: 'Signs one browser of the account out',
    answer: Done,
    handle: async ({ db, account, uuid }) => ((await endSession(db.drizzle, account.id, uuid)) ? done : null),
  }),
  route('POST /api/session/password', browser, {
    summary: 'Changes the password; other browsers are signed out',
    body: PasswordBody,
    answer: Ended,
    async handle(call) {
      const { db, account, session, body } = call;
      const { signIn } = call.services;
      const { current_password, new_password } = body;
      await requirePassword(call, current_password, 'current_password');
      await signIn.setPassword(account.id, new_password);
      // Sessions that used the old password are signed out.
      return { ...done, ended: await endSessions(db.drizzle, account.id, session) };
    },
  }),
  route(
    'POST /api/session/token',
    { ...reads, makesTokens: true },
    {
      summary: 'Makes a short-lived token for reading, sent as `Authorization: Bearer`',
      answer: z.looseObject({ token: z.string(), expires_in: Count }),
      async handle({ services: { signIn }, account, session, key }) {
        const token = await signIn.makeToken({ account: account.id, session, key: key?.uuid ?? null });
        return { token, expires_in: tokenMinutes * 60 };
      },
    },
  ),
];

/** What of better-auth's own calls is offered: the rest of its calls have our own, which also keep projects and words in order. */
const offered = new Set(['GET /api/auth/get-session', 'GET /api/auth/jwks']);

/** The calls of better-auth, which its own rules describe. */
export function addAuthRoutes(app: FastifyInstance, { signIn, config }: Services): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    config: { access: anybody },
    handler: async (request, reply) => {
      refuseForeignOrigin(request, config.publicUrl);
      const address = config.publicUrl ?? `http://${request.headers.host || '127.0.0.1'}`;
      const url = URL.parse(`${address}${request.url}`);
      if (url === null) throw new HttpProblem(400, 'The header Host is not the name of a server.');
      if (!offered.has(`${request.method} ${addressOf(request.url).pathname}`))
        throw new HttpProblem(404, 'There is no such call.');
      const answer = await signIn.handle(
        new Request(url, {
          method: request.method,
          headers: webHeaders(request),
          ...(request.method === 'POST' ? { body: JSON.stringify(request.body ?? {}) } : {}),
        }),
      );
      reply.code(answer.status);
      setCookies(reply, answer.headers.getSetCookie());
      const type = answer.headers.get('content-type');
      if (type) reply.header('content-type', type);
      return reply.send(await answer.text());
    },
  });
}
