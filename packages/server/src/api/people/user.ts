import { emptyOrName, featureNames, PlatformSettings, switchedOff, User, uuid } from '@cuvette/core/entities';
import { catalogue } from '@cuvette/core/workflows';
import * as z from 'zod/mini';
import { linkMinutes } from '../../auth/better-auth.ts';
import { HttpProblem } from '../../errors.ts';
import { mailUnavailable } from '../../notify/mail.ts';
import { acceptedMethods } from '../../queue/workers.ts';
import type { Services } from '../../services.ts';
import { closeWelcome, welcomeOf } from '../../store/first-start.ts';
import { type Account, accountByEmail, accountById, changeProfile, createAccount, isInUse } from '../../store/users.ts';
import { onlyAdministrators, requiresSecondFactor } from '../administration/only-administrators.ts';
import { Count } from '../http/answers.ts';
import { anybody, browser, person, type Route, route, withinProject } from '../http/route.ts';
import { originOf } from '../pages/public-address.ts';

const Name = z.optional(z.nullable(emptyOrName(200)));
const ProfileBody = z.object({
  firstname: Name,
  lastname: Name,
  default_project_uuid: z.optional(uuid),
  welcome_closed: z.optional(z.literal(true)),
});
const InviteBody = z.object({ email: z.string().check(z.trim(), z.minLength(1), z.maxLength(320)) });

/** An account on the wire; there are no accounts of credits, so their fields are empty. */
async function userOf(account: Account, { config, db }: Services) {
  const { capabilities } = await acceptedMethods(db.drizzle);
  return {
    uuid: account.id,
    username: account.username,
    email: account.email,
    firstname: account.firstname,
    lastname: account.lastname,
    default_project_uuid: account.default_project_uuid,
    root_folder_uuid: account.root_folder_uuid,
    administrator: account.administrator,
    needs_second_factor: account.administrator && requiresSecondFactor(config) && !account.second_factor,
    weekly_credits: null,
    credits: null,
    billing_name: null,
    billing_address: null,
    credit_balance_warning: null,
    organization: null,
    organization_role: null,
    individual_subscription: null,
    enabled_workflows: catalogue.flatMap(({ type, feature }) =>
      capabilities.includes(type) && switchedOff(config.platform, feature) === null ? [type] : [],
    ),
    feature_list: featureNames.filter((feature) => switchedOff(config.platform, feature) === null),
    email_unavailable: mailUnavailable(config.mail),
    welcome: await welcomeOf(db.drizzle, account.id),
  };
}

/** The own profile, inviting others, and what is switched on for everybody, which the sign-in page asks too. */
export const userRoutes: Route[] = [
  route('GET /api/platform', anybody, {
    summary: 'Answers what is switched on for the whole server: billing, private features, whom to ask',
    answer: PlatformSettings,
    handle: ({ services }) => services.config.platform,
  }),
  route('GET /api/user/me', withinProject, {
    summary: 'Reads your profile',
    answer: User,
    handle: ({ services, account }) => userOf(account, services),
  }),
  route('POST /api/user/me', person, {
    summary: 'Changes your profile; what is left out stays',
    body: ProfileBody,
    emptyBody: {},
    answer: User,
    async handle({ services, db, account, body }) {
      if (!(await changeProfile(db.drizzle, account.id, body))) {
        throw new HttpProblem(404, 'The project was not found among your own.', 'default_project_uuid');
      }
      if (body.welcome_closed) await closeWelcome(db.drizzle, account.id);
      const changed = await accountById(db.drizzle, account.id);
      return userOf(changed ?? account, services);
    },
  }),
  route('POST /api/user/invite', browser, {
    summary: 'Makes an account and its one-time link; for administrators of the server',
    admit: (call) => onlyAdministrators(call, 'Only an administrator of this server invites people.'),
    body: InviteBody,
    status: 201,
    answer: z.looseObject({ email: z.string(), link: z.string(), expires_in: Count }),
    async handle({ services, db, body: { email }, request }) {
      const invited = (await accountByEmail(db.drizzle, email)) ?? (await createAccount(db, email));
      const token = await services.signIn.createLinkToken(invited.email);
      // Asked after the link was made: whoever makes the account their own from now on ends it.
      if (await isInUse(db.drizzle, invited.id)) {
        throw new HttpProblem(
          409,
          `${invited.email} has an account and uses it. A new link for it is made on the server: npx cuvette user link`,
          'email',
        );
      }
      return {
        email: invited.email,
        link: `${originOf(services, request)}/sign-in?token=${token}`,
        expires_in: linkMinutes * 60,
      };
    },
  }),
];
