import { ServerSettingList } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { changeSetting, listSettings } from '../../upkeep/changed-settings.ts';
import { person, type Route, route } from '../http/route.ts';
import { onlyAdministrators } from './only-administrators.ts';

const SettingChange = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  value: z.nullable(z.string().check(z.maxLength(500))),
});

/** Settings of the server: all are shown, some are changed while it runs. */
export const settingRoutes: Route[] = [
  route('GET /api/administration/settings', person, {
    summary: 'Lists the settings of the server with what fixes each; for administrators',
    description:
      'A flag, a variable of the environment or `cuvette.json` fixes a setting. `editable` says how the others are changed here. Secrets are not told.',
    answer: ServerSettingList,
    admit: onlyAdministrators,
    handle: async ({ services: { config }, db }) => ({ settings: await listSettings(db, config) }),
  }),
  route('POST /api/administration/settings', person, {
    summary: 'Changes a setting at once and for later starts; for administrators',
    description: 'Null goes back to the default. What is fixed from outside is refused (409) with what fixes it.',
    body: SettingChange,
    example: { name: 'signUp', value: 'open' },
    answer: ServerSettingList,
    admit: onlyAdministrators,
    async handle({ services: { config }, db, account, body }) {
      if (body.name === 'secondFactor' && body.value === 'administrators' && !account.second_factor) {
        throw new HttpProblem(
          409,
          'Set up an authenticator app on your own account page first; else this would keep you out.',
          'value',
        );
      }
      await changeSetting(db, config, { ...body, by: account.id });
      return { settings: await listSettings(db, config) };
    },
  }),
];
