import { nameSchema } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { writeDurably } from '../../files/write-durably.ts';
import { importAnyFile } from '../../outputs/import-any-file.ts';
import type { Services } from '../../services.ts';
import { addAudit } from '../../store/administration/audit.ts';
import { addApiKey, addWorkerKey, newKey, scopes } from '../../store/api-keys.ts';
import { accountByEmail, createAccount, firstAccount } from '../../store/users.ts';
import { isUuid } from '../../wire/body.ts';
import { runAdminCommand } from '../administration/commands.ts';
import { type Route, route } from '../http/route.ts';

/** What `cuvette user`, `cuvette worker-key`, `cuvette import`, `cuvette backup` and `cuvette admin` ask for. */
export const AdminCall = z.discriminatedUnion('command', [
  z.object({ command: z.literal('user_add'), email: z.string() }),
  z.object({ command: z.literal('user_link'), email: z.nullable(z.string()) }),
  z.object({
    command: z.literal('user_key'),
    email: z.nullable(z.string()),
    name: nameSchema(200),
    scope: z._default(z.enum(scopes), 'read_write_delete'),
    days: z._default(z.nullable(z.number().check(z.positive(), z.maximum(36_500))), null),
  }),
  z.object({
    command: z.literal('dump'),
    file: z.string().check(z.startsWith('/', { error: 'The file needs its whole path.' })),
  }),
  z.object({ command: z.literal('worker_key'), name: nameSchema(200) }),
  z.object({ command: z.literal('admin'), words: z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(50)) }),
  z.object({
    command: z.literal('import'),
    email: z.nullable(z.string()),
    folder: z.nullable(z.string()),
    file: z.string().check(z.startsWith('/', { error: 'The file needs its whole path.' })),
  }),
]);
export type AdminCall = z.infer<typeof AdminCall>;

/** Carries out an administrator's command; the answer is the line to print. */
export async function administrate(
  services: Pick<Services, 'db' | 'signIn' | 'files' | 'config'>,
  call: AdminCall,
): Promise<string> {
  const { db, signIn } = services;
  const find = async (email: string | null) => {
    const account = email === null ? await firstAccount(db.drizzle) : await accountByEmail(db.drizzle, email);
    if (!account) {
      throw new HttpProblem(
        404,
        email
          ? `There is no account with the address ${email}.`
          : 'There is no account yet. Make one: cuvette user add --email ADDRESS',
      );
    }
    return account;
  };
  const note = (action: 'account' | 'key', subjectName: string, change: string) =>
    addAudit(db.drizzle, {
      actor: null,
      actorName: 'command line',
      way: 'command line',
      address: null,
      action,
      subjectName,
      details: { change },
    });
  switch (call.command) {
    case 'user_add': {
      const account = await createAccount(db, call.email);
      await note('account', account.email, 'made');
      return `/sign-in?token=${await signIn.createLinkToken(account.email)}`;
    }
    case 'user_link': {
      const { email } = await find(call.email);
      await note('account', email, 'sign-in link');
      return `/sign-in?token=${await signIn.createLinkToken(email)}`;
    }
    case 'user_key': {
      const account = await find(call.email);
      const key = newKey('cuvette');
      await addApiKey(db.drizzle, {
        user: account.id,
        key,
        name: call.name,
        scope: call.scope,
        validDays: call.days,
        canManage: call.scope === 'read_write_delete',
      });
      await note('key', account.email, 'API key made');
      return key;
    }
    case 'import': {
      const account = await find(call.email);
      const folder = call.folder ?? account.root_folder_uuid;
      if (!isUuid(folder)) throw new HttpProblem(422, `"${folder ?? ''}" is not the identifier of a folder.`);
      const destination = { member: { kind: 'user' as const, id: account.id }, username: account.username, folder };
      const { items, warnings } = await importAnyFile(services, destination, call.file);
      const brought = items.map(({ uuid, name }) => `${name} was imported as ${uuid}.`);
      return [...brought, ...warnings.map((warning) => `Note: ${warning}`)].join('\n');
    }
    case 'dump': {
      const bytes = await db.dump();
      if (bytes === null) throw new HttpProblem(409, 'This server uses PostgreSQL; pg_dump makes a dump of it.');
      await writeDurably(call.file, bytes);
      return 'Written.';
    }
    case 'worker_key':
      await note('key', call.name, 'worker key made');
      return addWorkerKey(db.drizzle, call.name);
    case 'admin':
      return runAdminCommand(services, call.words);
  }
}

/** Commands of the command line while the server runs; the token lies in the data directory, readable by its owner only. */
export const adminRoutes: Route[] = [
  route(
    'POST /api/admin',
    { caller: 'command line' },
    {
      summary: 'Carries out commands of the command line ("cuvette user", "cuvette admin") while the server runs',
      body: AdminCall,
      answer: z.looseObject({ answer: z.string() }),
      handle: async ({ services, body }) => ({ answer: await administrate(services, body) }),
    },
  ),
];
