import { emptyOrName } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { createAttemptLimit } from '../../auth/attempt-limit.ts';
import { refuseForeignOrigin, requireAccount, requirePerson, webHeaders } from '../../auth/principal.ts';
import { passwordLength, tokenMinutes } from '../../auth/sign-in.ts';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { endSessions, listSessions } from '../../store/sessions.ts';
import { createAccount } from '../../store/users.ts';
import { check } from '../../wire/body.ts';

const Password = z
  .string({ error: 'Give a password.' })
  .check(
    z.minLength(passwordLength.least, { error: `A password needs ${passwordLength.least} characters or more.` }),
    z.maxLength(passwordLength.most, { error: `A password has ${passwordLength.most} characters at most.` }),
  );
const Email = z.string().check(z.trim(), z.minLength(1), z.maxLength(320));
const Name = z.optional(z.nullable(emptyOrName(200)));

export const OneTime = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(500)),
  /** A new password for the account: whoever holds the link may set one. */
  password: z.optional(Password),
});
// A wrong password may have any length; only what is stored must be long enough.
export const SignInBody = z.object({ email: Email, password: z.string().check(z.maxLength(1000)) });
export const SignUpBody = z.object({ email: Email, password: Password, firstname: Name, lastname: Name });
export const PasswordBody = z.object({
  current_password: z._default(z.nullable(z.string().check(z.maxLength(1000))), null),
  new_password: Password,
});

export const OpenIdBody = z.object({
  /** Where the browser goes after the sign-in: a path of this server. */
  return_to: z._default(z.string().check(z.regex(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/), z.maxLength(2000)), '/'),
});

const anonymous = { config: { anonymous: true } } as const;

function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}

/** What of better-auth's own calls is offered: the rest of its calls have our own, which also keep projects and words in order. */
const offered = new Set(['GET /api/auth/get-session', 'GET /api/auth/jwks']);

/** Signing in and out, passwords, tokens for reading. */
export function sessionRoutes(app: FastifyInstance, services: Services): void {
  const { db, signIn, openId, config } = services;
  const limit = createAttemptLimit(db.drizzle);

  app.get('/api/session', async (request) => ({
    signed_in: request.headers.cookie ? (await signIn.sessionOf(webHeaders(request))) !== null : false,
    sign_up: config.signUp,
    password_length: passwordLength,
    open_id: config.openId ? { name: config.openId.name } : null,
  }));

  app.post('/api/session/open_id', anonymous, async (request, reply) => {
    refuseForeignOrigin(request, config.publicUrl);
    if (!openId) throw new HttpProblem(404, 'This server has no sign-in by another service.');
    const { return_to } = check(OpenIdBody, request.body ?? {});
    const started = await openId.start(return_to, webHeaders(request));
    if (!started)
      throw new HttpProblem(502, `${config.openId?.name} cannot be reached. Try again, or sign in otherwise.`);
    setCookies(reply, started.cookies);
    return { url: started.url };
  });

  app.get('/api/auth/callback/openid', async (request, reply) => {
    const answer = await openId?.finish(new URL(request.url, config.publicUrl ?? undefined), webHeaders(request));
    if (!answer) throw new HttpProblem(404, 'This server has no sign-in by another service.');
    setCookies(reply, answer.cookies);
    return reply.redirect(answer.location, 302);
  });

  app.post('/api/session/one_time', anonymous, async (request, reply) => {
    refuseForeignOrigin(request, config.publicUrl);
    const { token, password } = check(OneTime, request.body);
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
      // Whoever knew the old password is signed out.
      await endSessions(db.drizzle, redeemed.account, redeemed.session);
    }
    setCookies(reply, redeemed.cookies);
    return { ok: true };
  });

  app.post('/api/session/sign_in', anonymous, async (request, reply) => {
    refuseForeignOrigin(request, config.publicUrl);
    const { email, password } = check(SignInBody, request.body);
    const address = email.toLowerCase();
    await limit.begin(request.ip, address);
    const cookies = await signIn.signIn(address, password, webHeaders(request));
    if (!cookies) {
      await limit.fail();
      throw new HttpProblem(401, 'The address and the password do not belong together.', 'password');
    }
    await limit.succeed(request.ip, address);
    setCookies(reply, cookies);
    return { ok: true };
  });

  app.post('/api/session/sign_up', anonymous, async (request, reply) => {
    refuseForeignOrigin(request, config.publicUrl);
    if (!config.signUp) {
      throw new HttpProblem(403, 'Accounts of this server are made by its owner. Ask them for an invitation.');
    }
    const { email, password, firstname = null, lastname = null } = check(SignUpBody, request.body);
    await limit.signUp(request.ip);
    const account = await createAccount(db, email, { firstname, lastname, verified: false });
    await signIn.setPassword(account.id, password);
    setCookies(reply, (await signIn.signIn(account.email, password, webHeaders(request))) ?? []);
    reply.code(201);
    return { ok: true };
  });

  app.post('/api/session/sign_out', anonymous, async (request, reply) => {
    refuseForeignOrigin(request, config.publicUrl);
    setCookies(reply, await signIn.signOut(webHeaders(request)));
    return { ok: true };
  });

  app.post('/api/session/sign_out_everywhere', async (request, reply) => {
    const { account } = await requirePerson(request, services);
    const cleared = await signIn.signOut(webHeaders(request));
    const ended = 1 + (await endSessions(db.drizzle, account.id));
    setCookies(reply, cleared);
    return { ok: true, ended };
  });

  app.get('/api/session/list', async (request) => {
    const { account, session } = await requirePerson(request, services);
    const found = await listSessions(db.drizzle, account.id);
    return { sessions: found.map((one) => ({ ...one, current: one.uuid === session })) };
  });

  app.post('/api/session/password', async (request) => {
    const { account, session } = await requirePerson(request, services);
    const { current_password, new_password } = check(PasswordBody, request.body);
    await limit.begin(request.ip, account.email);
    if ((await signIn.checkPassword(account.id, current_password ?? '')) === false) {
      await limit.fail();
      throw new HttpProblem(
        403,
        'This is not your present password. If you forgot it, a one-time link lets you set a new one.',
        'current_password',
      );
    }
    await limit.succeed(request.ip, account.email);
    await signIn.setPassword(account.id, new_password);
    // Whoever knew the old password is signed out.
    return { ok: true, ended: await endSessions(db.drizzle, account.id, session) };
  });

  app.post(
    '/api/session/token',
    { config: { reads: true, withinProject: true, makesTokens: true } },
    async (request) => {
      const { account, session, key } = await requireAccount(request, services);
      const token = await signIn.makeToken({ account: account.id, session, key: key?.uuid ?? null });
      return { token, expires_in: tokenMinutes * 60 };
    },
  );

  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    ...anonymous,
    handler: async (request, reply) => {
      refuseForeignOrigin(request, config.publicUrl);
      const origin = config.publicUrl ?? `http://${request.headers.host || '127.0.0.1'}`;
      const url = URL.parse(request.url, origin);
      if (url === null) throw new HttpProblem(400, 'The header Host is not the name of a server.');
      if (!offered.has(`${request.method} ${url.pathname}`)) throw new HttpProblem(404, 'There is no such call.');
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
