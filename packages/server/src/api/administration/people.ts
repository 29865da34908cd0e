import { PeopleList, uuid } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { changePerson, handOver, listPeople } from '../../store/administration/people.ts';
import { resetSecondFactors } from '../../store/second-factors.ts';
import { Done, done } from '../http/answers.ts';
import { person, type Route, route } from '../http/route.ts';
import { onlyAdministrators } from './only-administrators.ts';

const PersonChange = z.object({
  administrator: z.optional(z.boolean()),
  disabled: z.optional(z.boolean()),
});
const Heir = z.object({ to: uuid });
const Handed = z.looseObject({
  from: z.string(),
  to: z.string(),
  projects: z.array(z.looseObject({ uuid: z.string(), name: z.string() })),
});

/** Accounts: who administers, who may come in, and who inherits. `POST /api/user/invite` makes them. */
export const peopleRoutes: Route[] = [
  route('GET /api/administration/people', person, {
    summary: 'Lists all accounts with their roles and what they own; for administrators',
    description: 'All at once, open accounts first.',
    answer: PeopleList,
    admit: onlyAdministrators,
    handle: async ({ db }) => ({ people: await listPeople(db.drizzle) }),
  }),
  route('POST /api/administration/people/:uuid', person, {
    summary: 'Makes somebody an administrator or no longer one, disables an account or enables it; for administrators',
    description:
      'What is left out stays. Disabling signs the account out; its keys and applications open nothing until it is enabled again. The last administrator cannot be removed (409).',
    example: { administrator: true },
    body: PersonChange,
    answer: Done,
    admit: onlyAdministrators,
    handle: async ({ db, uuid: id, body }) => ((await changePerson(db, id, body)) === null ? null : done),
  }),
  route('POST /api/administration/people/:uuid/reset_second_factor', person, {
    summary:
      'Removes app, backup codes and passkeys of a person who lost them, and signs the account out; for administrators',
    description: 'The password stays. Whoever resets makes sure first that it is the person who asks.',
    answer: Done,
    admit: onlyAdministrators,
    handle: async ({ db, uuid: id }) => ((await resetSecondFactors(db, id)) === null ? null : done),
  }),
  route('POST /api/administration/people/:uuid/hand_over', person, {
    summary: 'Gives all projects of a person to another, with everything in them; for administrators',
    description: 'Whoever hands over stays a member of the projects, unless the account is disabled.',
    body: Heir,
    example: { to: '0d5e4b0a-7a3f-4f0c-9a55-1f6f4e2b8c11' },
    answer: Handed,
    admit: onlyAdministrators,
    handle: async ({ db, uuid: id, body: { to } }) => {
      const handed = await handOver(db, id, to.toLowerCase());
      return handed && { ...handed };
    },
  }),
];
