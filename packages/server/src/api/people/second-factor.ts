import { Passkey, SecondFactorSetUp, SecondFactorState } from '@cuvette/core/entities';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { createAttemptLimit } from '../../auth/attempt-limit.ts';
import { webHeaders } from '../../auth/principal.ts';
import { passkeysUnavailable } from '../../auth/second-factor/plugins.ts';
import type { CodeRefusal } from '../../auth/second-factor/second-factor.ts';
import { HttpProblem } from '../../errors.ts';
import { addAudit } from '../../store/administration/audit.ts';
import { listPasskeys, removePasskey, removeSecondFactorCodes } from '../../store/second-factors.ts';
import { requiresSecondFactor } from '../administration/only-administrators.ts';
import { Done, done } from '../http/answers.ts';
import { browser, type Call, page, type Route, route } from '../http/route.ts';
import { requirePassword } from './require-password.ts';

/** Most passkeys of one account. */
const mostPasskeys = 20;

const Given = z._default(z.nullable(z.string().check(z.maxLength(1000))), null);
const WithPassword = z.object({ password: Given });
/** As people type codes: spaces do not matter, and a backup code may lack its dash. */
const Code = z.pipe(
  z.string({ error: 'Give the code.' }).check(z.minLength(1, { error: 'Give the code.' }), z.maxLength(100)),
  z.transform((text: string) => {
    const code = text.replace(/\s/g, '');
    return /^[0-9A-Za-z]{10}$/.test(code) ? `${code.slice(0, 5)}-${code.slice(5)}` : code;
  }),
);
const CodeBody = z.object({
  code: Code,
  /** Whether this browser is let in without a code for 30 days. */
  remember: z._default(z.boolean(), false),
});
const ConfirmBody = z.object({ code: Code });
const Made = z.record(z.string(), z.unknown());
const PasskeyBody = z.object({ response: Made });
const NewPasskeyBody = z.object({
  /** As the browser made it. */
  response: Made,
  name: z.string().check(z.trim(), z.minLength(1, { error: 'Give the passkey a name.' }), z.maxLength(100)),
});
/** A question that the browser answers with `navigator.credentials`. */
const Question = z.looseObject({ options: z.record(z.string(), z.unknown()) });

const wrongCode = 'The code is wrong, or it was used already. A code of an app is valid for half a minute.';
const refusals: Readonly<Record<CodeRefusal, () => HttpProblem>> = {
  wrong: () => new HttpProblem(401, wrongCode, 'code'),
  locked: () => new HttpProblem(429, 'There were too many wrong codes for this account. Try again in 15 min.', 'code'),
  over: () => new HttpProblem(401, 'This took too long, or there were too many wrong codes. Sign in again.'),
};

function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}

type Asked = Call<'browser', unknown, unknown>;

/** Name of this server in an app of codes: people have several. */
const issuerOf = ({ services, request }: Pick<Asked, 'services' | 'request'>): string => {
  const url = URL.parse(services.config.publicUrl ?? `http://${request.headers.host ?? ''}`);
  return `Cuvette ${url?.hostname ?? ''}`.trim();
};

/** Refuses passkeys where browsers take none. Throws 409. */
function requirePasskeys({ services, request }: Pick<Asked, 'services' | 'request'>): void {
  const reason = passkeysUnavailable(services.config.publicUrl, request.headers.host);
  if (reason !== null) throw new HttpProblem(409, reason);
}

/** Notes a sign-in that ended with a wrong code or passkey. */
async function noteFailure({ db, request }: Pick<Asked, 'db' | 'request'>, actorName: string, what: string) {
  const entry = { actor: null, way: 'browser', address: request.ip, action: 'sign_in_failed' as const };
  await addAudit(db.drizzle, { ...entry, actorName, details: { second_factor: what } });
}

/** Completing a sign-in by a code, and signing in by a passkey. */
const signInRoutes: Route[] = [
  route('POST /api/session/second_factor', page, {
    summary: 'Completes a sign-in by a code of an authenticator app or a backup code',
    description:
      'For the browser that signed in by password or link and was answered `second_factor: true`, within ten minutes. Five wrong codes end the sign-in; ten in a row lock codes of the account for 15 minutes.',
    example: { code: '123456' },
    body: CodeBody,
    answer: Done,
    async handle({ services: { signIn }, db, body: { code, remember }, request, reply }) {
      const limit = createAttemptLimit(db.drizzle);
      await limit.beginCode(request.ip);
      const headers = webHeaders(request);
      const begunFor = await signIn.secondFactor.begunFor(headers);
      const isNew = begunFor === null || (await limit.useOnce(begunFor, code));
      // A code that was used counts as a wrong one.
      const entered = await signIn.secondFactor.enter(isNew ? code : 'used', remember, headers);
      if (typeof entered === 'string') {
        if (begunFor !== null) await noteFailure({ db, request }, begunFor, 'code');
        throw refusals[entered]();
      }
      await limit.codeFits(request.ip);
      setCookies(reply, entered.cookies);
      return done;
    },
  }),
  route('POST /api/session/passkey/options', page, {
    summary: 'Asks for a passkey to sign in: answers the options of `navigator.credentials.get`',
    emptyBody: {},
    answer: Question,
    admit: requirePasskeys,
    async handle({ services: { signIn }, request, reply }) {
      const { options, cookies } = await signIn.secondFactor.ask(webHeaders(request));
      setCookies(reply, cookies);
      return { options: { ...options } };
    },
  }),
  route('POST /api/session/passkey', page, {
    summary: 'Signs in by a passkey; no code is asked for besides',
    description: 'For the browser that asked for the options, within five minutes.',
    body: PasskeyBody,
    answer: Done,
    admit: requirePasskeys,
    async handle({ services: { signIn }, db, body: { response }, request, reply }) {
      const limit = createAttemptLimit(db.drizzle);
      await limit.beginCode(request.ip);
      const entered = await signIn.secondFactor.signIn(response, webHeaders(request));
      if (entered === null) {
        await noteFailure({ db, request }, 'unknown', 'passkey');
        throw new HttpProblem(
          401,
          'This passkey is not known here, or it was used too late. Try again, or sign in otherwise.',
        );
      }
      await limit.codeFits(request.ip);
      setCookies(reply, entered.cookies);
      return done;
    },
  }),
];

/** The second factor and the passkeys of the account. */
const accountRoutes: Route[] = [
  route('GET /api/session/second_factor', browser, {
    summary: 'Answers what the account has beside its password: codes of an app, backup codes, passkeys',
    answer: SecondFactorState,
    async handle({ services, db, account, request }) {
      const { signIn, config } = services;
      return {
        enabled: account.second_factor,
        required: account.administrator && requiresSecondFactor(config),
        has_password: (await signIn.checkPassword(account.id, '')) !== null,
        backup_codes_left: account.second_factor ? await signIn.secondFactor.codesLeft(account.id) : 0,
        passkeys: await listPasskeys(db.drizzle, account.id),
        passkeys_unavailable: passkeysUnavailable(config.publicUrl, request.headers.host),
      };
    },
  }),
  route('POST /api/session/second_factor/set_up', browser, {
    summary: 'Begins to set up an authenticator app; answers its secret and the backup codes, once',
    description: 'Nothing changes until a code of the app confirms it.',
    body: WithPassword,
    emptyBody: {},
    answer: SecondFactorSetUp,
    async handle(call) {
      const { services, account, body, request } = call;
      if (account.second_factor) {
        throw new HttpProblem(409, 'An app is set up already. Remove it first.');
      }
      await requirePassword(call, body.password, 'password');
      const begun = await services.signIn.secondFactor.setUp(issuerOf(call), body.password, webHeaders(request));
      if (begun === null) throw new HttpProblem(409, 'The set-up could not begin. Sign in again, then try again.');
      return { uri: begun.uri, backup_codes: begun.codes };
    },
  }),
  route('POST /api/session/second_factor/confirm', browser, {
    summary: 'Switches the second factor on, by the first code of the app',
    body: ConfirmBody,
    answer: Done,
    async handle({ services: { signIn }, db, account, body: { code }, request, reply }) {
      if (account.second_factor) throw new HttpProblem(409, 'The second factor is on already.');
      const limit = createAttemptLimit(db.drizzle);
      await limit.beginCode(request.ip);
      const cookies = await signIn.secondFactor.confirm(code, webHeaders(request));
      if (cookies === null) {
        throw new HttpProblem(
          422,
          'The code is wrong. Is the clock of the device right? A code is valid for half a minute.',
          'code',
        );
      }
      await limit.codeFits(request.ip);
      setCookies(reply, cookies);
      return done;
    },
  }),
  route('POST /api/session/second_factor/backup_codes', browser, {
    summary: 'Makes new backup codes; the former ones end',
    body: WithPassword,
    emptyBody: {},
    answer: z.looseObject({ backup_codes: z.array(z.string()) }),
    async handle(call) {
      const { services, account, body, request } = call;
      if (!account.second_factor) throw new HttpProblem(409, 'There is no second factor to have backup codes for.');
      await requirePassword(call, body.password, 'password');
      const codes = await services.signIn.secondFactor.renewCodes(body.password, webHeaders(request));
      if (codes === null) throw new HttpProblem(409, 'The codes could not be made. Sign in again, then try again.');
      return { backup_codes: codes };
    },
  }),
  route('POST /api/session/second_factor/remove', browser, {
    summary: 'Switches the second factor off; remembered devices are forgotten',
    body: WithPassword,
    emptyBody: {},
    answer: Done,
    async handle(call) {
      await requirePassword(call, call.body.password, 'password');
      await removeSecondFactorCodes(call.db, call.account.id);
      return done;
    },
  }),
  route('POST /api/session/passkey/new', browser, {
    summary: 'Begins to add a passkey: answers the options of `navigator.credentials.create`',
    body: WithPassword,
    emptyBody: {},
    answer: Question,
    admit: requirePasskeys,
    async handle(call) {
      const { services, db, account, body, request, reply } = call;
      if ((await listPasskeys(db.drizzle, account.id)).length >= mostPasskeys) {
        throw new HttpProblem(409, `An account has ${mostPasskeys} passkeys at most. Remove one first.`);
      }
      await requirePassword(call, body.password, 'password');
      const { options, cookies } = await services.signIn.secondFactor.askForNew(webHeaders(request));
      setCookies(reply, cookies);
      return { options: { ...options } };
    },
  }),
  route('POST /api/session/passkey/add', browser, {
    summary: 'Stores a passkey that the browser made',
    body: NewPasskeyBody,
    status: 201,
    answer: z.looseObject({ passkeys: z.array(Passkey) }),
    admit: requirePasskeys,
    async handle({ services: { signIn }, db, account, body: { response, name }, request }) {
      if (!(await signIn.secondFactor.add(response, name, webHeaders(request)))) {
        throw new HttpProblem(422, 'The passkey was not accepted, or it came too late. Try again.', 'response');
      }
      return { passkeys: await listPasskeys(db.drizzle, account.id) };
    },
  }),
  route('POST /api/session/passkey/:uuid/remove', browser, {
    summary: 'Removes a passkey: it signs nobody in any more',
    answer: Done,
    handle: async ({ db, account, uuid }) => ((await removePasskey(db.drizzle, account.id, uuid)) ? done : null),
  }),
];

/** Codes of authenticator apps, backup codes and passkeys. */
export const secondFactorRoutes: Route[] = [...signInRoutes, ...accountRoutes];
