import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { row, rows } from '../../store/database/database.ts';
import { accountByEmail } from '../../store/users.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { gfn2, itemBench } from '../../testing/item-bench.ts';
import { addPerson, call } from '../../testing/test-server.ts';
import { water } from '../../testing/water.ts';
import { administrate } from '../platform/admin.ts';

interface Person {
  uuid: string;
  email: string;
  administrator: boolean;
  disabled_at: string | null;
  projects: number;
}
interface Entry {
  action: string;
  actor_name: string;
  kind: string | null;
  subject_name: string | null;
  details: Record<string, unknown>;
}

onOneDatabase('administration', (place) => {
  let bench: Awaited<ReturnType<typeof itemBench>>;
  let bob = '';
  beforeAll(async () => {
    bench = await itemBench(place());
    bob = await addPerson(bench.server, 'bob@example.org');
  });
  afterAll(() => bench.server.stop());

  const ask = <T>(method: string, path: string, body?: unknown, key?: string | null) =>
    call<T>(bench.server, method, path, {
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key }),
    });
  const people = async () => (await ask<{ people: Person[] }>('GET', '/api/administration/people')).body.people;
  const personOf = async (email: string) => {
    const found = (await people()).find((one) => one.email === email);
    if (!found) throw new Error(`No account ${email}.`);
    return found;
  };
  const log = async (query = '') =>
    (await ask<{ entries: Entry[]; total: number }>('GET', `/api/administration/audit?size=100${query}`)).body;

  test('who is no administrator is refused everywhere, and a new administrator is not', async () => {
    const paths = [
      'people',
      'queue',
      'workers',
      'usage',
      'usage.csv',
      'storage',
      'limits',
      'settings',
      'audit',
      'audit.csv',
    ];
    for (const path of paths)
      expect((await ask('GET', `/api/administration/${path}`, undefined, bob)).status).toBe(403);
    const { uuid } = await personOf('bob@example.org');
    const role = `/api/administration/people/${uuid}`;
    expect((await ask('POST', role, { administrator: true }, bob)).status).toBe(403);
    expect((await ask('POST', role, { administrator: true })).status).toBe(200);
    for (const path of paths)
      expect((await ask('GET', `/api/administration/${path}`, undefined, bob)).status).toBe(200);
    expect((await ask('POST', role, { administrator: false })).status).toBe(200);
    const { entries } = await log('&action=role');
    expect(entries.map(({ subject_name, details }) => [subject_name, details.administrator])).toEqual([
      ['bob@example.org', false],
      ['bob@example.org', true],
    ]);
  });

  test('the last administrator stays one, by either way', async () => {
    const { uuid } = await personOf('owner@example.org');
    for (const change of [{ administrator: false }, { disabled: true }]) {
      const refused = await ask<{ detail: string }>('POST', `/api/administration/people/${uuid}`, change);
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        'owner@example.org is the last administrator of this server. Make somebody else one first.',
      ]);
    }
    expect((await personOf('owner@example.org')).administrator).toBe(true);
  });

  test('a disabled account opens nothing, hands over what it owns, and comes back with a project of its own', async () => {
    const carol = await addPerson(bench.server, 'carol@example.org');
    const made = await ask<{ uuid: string }>('POST', '/api/project', { name: 'Kinases' }, carol);
    expect(made.status).toBe(201);
    const { uuid } = await personOf('carol@example.org');
    const own = `/api/administration/people/${uuid}`;
    expect((await ask('POST', own, { disabled: true })).status).toBe(200);
    expect((await ask('GET', '/api/user/me', undefined, carol)).status).toBe(401);
    const { services } = bench.server;
    const link = await services.signIn.createLinkToken('carol@example.org').then(
      (token) => services.signIn.redeem(token, new Headers()),
      () => null,
    );
    expect(link).toBeNull();
    const heir = await personOf('bob@example.org');
    const handed = await ask<{ to: string; projects: { name: string }[] }>('POST', `${own}/hand_over`, {
      to: heir.uuid,
    });
    expect(handed.body).toMatchObject({ to: 'bob@example.org', projects: [{}, {}] });
    expect((await ask('GET', `/api/project/${made.body.uuid}`, undefined, bob)).body).toMatchObject({
      name: 'Kinases',
      owner: { username: 'bob' },
    });
    expect((await personOf('bob@example.org')).projects).toBe(3);
    expect((await ask('POST', own, { disabled: false })).status).toBe(200);
    const back = await ask<{ root_folder_uuid: string | null }>('GET', '/api/user/me', undefined, carol);
    expect(back.status).toBe(200);
    expect(back.body.root_folder_uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect((await ask('POST', `${own}/hand_over`, { to: uuid })).status).toBe(422);
  });

  test('the audit log names who shared, exported, deleted and made keys, is searched, and cannot be changed', async () => {
    const item = (await bench.submit({ name: 'Secret amine' })).body;
    await bench.finish(await bench.take());
    await ask('POST', `/api/workflow/${item.uuid}`, { public: true });
    await ask('POST', `/api/workflow/${item.uuid}`, { notes: 'no entry' });
    await ask('GET', `/api/workflow/${item.uuid}/bundle?format=zip`);
    await ask('POST', '/api/api_key', { name: 'script' });
    await ask('DELETE', `/api/workflow/${item.uuid}`);
    const found = await log('&contains=SECRET%20amine');
    expect(found.entries.map(({ action }) => action)).toEqual(['delete', 'export', 'share']);
    expect(found.entries[1]).toMatchObject({
      actor_name: 'owner@example.org',
      kind: 'workflow',
      details: { format: 'zip' },
    });
    expect((await log('&action=key')).entries[0]).toMatchObject({ subject_name: 'script' });
    await ask('POST', '/api/session/sign_in', { email: 'nobody@example.org', password: 'guess' }, null);
    expect((await log('&action=sign_in_failed')).entries[0]).toMatchObject({ actor_name: 'nobody@example.org' });
    const csv = await ask<string>('GET', '/api/administration/audit.csv?contains=secret');
    expect(csv.headers.get('content-disposition')).toContain('audit.csv');
    const lines = String(csv.body).trim().split('\r\n');
    expect(lines[0]).toContain('Time,Who,How');
    expect(lines).toHaveLength(4);
    const { drizzle } = bench.server.services.db;
    const { total } = await log();
    for (const change of [
      sql`UPDATE audit_entry SET actor_name = 'somebody else'`,
      sql`DELETE FROM audit_entry`,
      sql`TRUNCATE audit_entry`,
    ]) {
      await expect(rows(drizzle, change)).rejects.toThrow();
    }
    // The search above is an export, and adds an entry.
    expect((await log()).total).toBe(total);
  });

  test('a session that begins is in the log, however it began', async () => {
    const { signIn, db } = bench.server.services;
    const before = (await log('&action=sign_in')).total;
    const redeemed = await signIn.redeem(await signIn.createLinkToken('bob@example.org'), new Headers());
    expect(redeemed?.cookies.length).toBeGreaterThan(0);
    const bobs = await accountByEmail(db.drizzle, 'bob@example.org');
    await signIn.setPassword(bobs?.id ?? '', 'a long password');
    await ask('POST', '/api/session/sign_in', { email: 'bob@example.org', password: 'a long password' }, null);
    const { entries, total } = await log('&action=sign_in');
    expect(total - before).toBe(2);
    expect(entries[0]).toMatchObject({ actor_name: 'bob@example.org' });
  });

  test('a priority goes first, a held item waits with its reason, and both need one', async () => {
    const [first, second] = [(await bench.submit({ name: 'a' })).body, (await bench.submit({ name: 'b' })).body];
    const of = (uuid: string, what: string) => `/api/administration/queue/${uuid}/${what}`;
    expect((await ask('POST', of(second.uuid, 'priority'), { priority: 3 })).status).toBe(422);
    expect((await ask('POST', of(second.uuid, 'hold'), { hold: true })).status).toBe(422);
    expect((await ask('POST', of(second.uuid, 'priority'), { priority: 3, reason: 'Talk on Monday' })).status).toBe(
      200,
    );
    const queue = await ask<{
      entries: { name: string; position: number; priority_reason: string | null }[];
      total: number;
    }>('GET', '/api/administration/queue');
    expect(queue.body.entries).toMatchObject([
      { name: 'b', position: 1, priority_reason: 'Talk on Monday' },
      { name: 'a', position: 2 },
    ]);
    expect((await ask('POST', of(second.uuid, 'hold'), { hold: true, reason: 'Licence' })).status).toBe(200);
    expect((await bench.item(second.uuid)).waiting).toEqual({
      reason: 'An administrator of this server holds it: Licence',
      position: null,
    });
    const taken = await bench.take();
    expect(taken.job.uuid).toBe(first.uuid);
    await expect(bench.take()).rejects.toThrow('Nothing to claim.');
    expect((await ask('POST', of(first.uuid, 'hold'), { hold: true, reason: 'x' })).status).toBe(409);
    await bench.finish(taken);
    await ask('POST', of(second.uuid, 'hold'), { hold: false });
    const other = await bench.take();
    expect(other.job.uuid).toBe(second.uuid);
    await bench.finish(other);
  });

  test('a worker that is drained takes nothing more, and items say so', async () => {
    const drained = `/api/workers/${bench.worker}/drain`;
    expect((await ask('POST', drained, { drain: true, reason: 'New memory' })).status).toBe(200);
    const item = (await bench.submit({})).body;
    await expect(bench.take()).rejects.toThrow('Nothing to claim.');
    await bench.seen();
    expect((await bench.item(item.uuid)).waiting?.reason).toBe(
      'The connected workers take no more items for now: an administrator of this server drains them.',
    );
    const { body } = await ask<{ workers: { drained: { reason: string } | null; attempts: Record<string, number> }[] }>(
      'GET',
      '/api/administration/workers',
    );
    expect(body.workers[0]).toMatchObject({ drained: { reason: 'New memory' }, attempts: { completed: 3 } });
    await ask('POST', drained, { drain: false });
    await bench.finish(await bench.take());
  });

  test('core-hours are those of ended attempts with the cores of their jobs, and stay when the item is gone', async () => {
    const { drizzle } = bench.server.services.db;
    const item = (await bench.submit({ name: 'counted' })).body;
    const taken = await bench.take();
    await rows(
      drizzle,
      sql`UPDATE attempt SET started_at = now() - interval '30 minutes', cores = 4 WHERE uuid = ${taken.attempt}::uuid`,
    );
    await bench.finish(taken);
    await rows(drizzle, sql`DELETE FROM workflow WHERE uuid = ${item.uuid}::uuid`);
    const { body } = await ask<{ rows: { type: string; core_hours: number; person_name: string }[] }>(
      'GET',
      '/api/administration/usage',
    );
    const [mine] = body.rows.filter(({ type }) => type === 'test_sleep');
    expect(mine?.person_name).toBe('owner@example.org');
    expect(mine?.core_hours).toBeGreaterThan(1.99);
    expect(mine?.core_hours).toBeLessThan(2.1);
    const csv = String((await ask<string>('GET', '/api/administration/usage.csv')).body);
    expect(csv.split('\r\n')[0]).toContain('Month,Person,Account,Project');
  });

  test('limits refuse with what is left, and one below what is there is taken and told', async () => {
    const { uuid } = await personOf('owner@example.org');
    const limit = (limits: object) =>
      ask<{ notes: string[] }>('POST', '/api/administration/limits', { kind: 'person', subject: uuid, ...limits });
    const submit = () =>
      ask<{ detail?: string; uuid: string }>('POST', '/api/workflow', { workflow_type: 'test_sleep' });
    expect((await limit({ active_items: 2 })).body.notes).toEqual([]);
    await submit();
    await submit();
    const refused = await submit();
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'You have 2 items that wait or run. You may have 2, so 0 more can be submitted now, not 1. An administrator of this server can change the limit.',
    ]);
    const asked = await ask<{ to_be_dispatched: boolean; reason: string }>('POST', '/api/workflow/will_be_dispatched', {
      workflow_type: 'test_sleep',
    });
    expect(asked.body).toMatchObject({ to_be_dispatched: false, reason: refused.body.detail });
    expect((await limit({ active_items: 1 })).body.notes).toEqual([
      '2 items wait or run now, more than 1. It goes on; nothing new is taken until there is room.',
    ]);
    expect((await limit({ core_hours: 1 })).body.notes[0]).toMatch(
      /^2\S* core-hours are used this month, more than 1\./,
    );
    expect((await submit()).body.detail).toMatch(
      /^You have used 2\S* core-hours this month\. You may have 1, so 0 are left until the month ends \(UTC\)\./,
    );
    expect((await limit({ storage_mb: 0 })).body.notes[0]).toContain('more than 0.');
    expect((await submit()).status).toBe(429);
    await limit({});
    expect((await submit()).status).toBe(201);
    expect((await limit({ subject: '00000000-0000-4000-8000-000000000000', active_items: 1 })).status).toBe(404);
    // A limit of the project, for everybody in it.
    const project = (
      await row<{ uuid: string }>(
        bench.server.services.db.drizzle,
        sql`SELECT default_project_uuid::text AS uuid FROM "user" WHERE id = ${uuid}`,
      )
    )?.uuid;
    await limit({ kind: 'project', subject: project, active_items: 3 });
    expect((await submit()).body.detail).toContain('This project has 3 items that wait or run. It may have 3');
    const list = await ask<{ limits: { used: { active_items: number } }[] }>('GET', '/api/administration/limits');
    expect(list.body.limits).toMatchObject([{ kind: 'project', active_items: 3, used: { active_items: 3 } }]);
    await limit({ kind: 'project', subject: project });
    await bench.clear();
  });

  test('settings are changed while the server runs, but not those that are fixed from outside', async () => {
    const change = (name: string, value: string | null) =>
      ask<{ detail?: string }>('POST', '/api/administration/settings', { name, value });
    const { settings } = (
      await ask<{ settings: { name: string; source: string; value: string | null; editable: object | null }[] }>(
        'GET',
        '/api/administration/settings',
      )
    ).body;
    const of = (name: string) => settings.find((one) => one.name === name);
    expect(of('activePerPerson')).toMatchObject({ source: 'environment', value: '2', editable: null });
    expect(of('ownerApiKey')).toMatchObject({ source: 'environment', value: null });
    expect(of('signUp')).toMatchObject({ source: 'default', editable: { kind: 'choice' } });
    expect((await change('activePerPerson', '5')).body.detail).toBe(
      'This setting is fixed by CUVETTE_ACTIVE_PER_PERSON. Change it there and start the server again.',
    );
    expect((await change('port', '1')).status).toBe(409);
    expect((await change('signUp', 'maybe')).status).toBe(422);
    expect((await change('nonsense', '1')).status).toBe(404);
    const session = () => ask<{ sign_up: boolean }>('GET', '/api/session', undefined, null);
    expect((await session()).body.sign_up).toBe(false);
    expect((await change('signUp', 'open')).status).toBe(200);
    expect((await session()).body.sign_up).toBe(true);
    expect((await change('signUp', null)).status).toBe(200);
    expect((await session()).body.sign_up).toBe(false);
    expect((await log('&action=setting')).entries[0]).toMatchObject({ details: { value: null } });
  });

  test('cuvette admin does the same for scripts, and notes it', async () => {
    const { services } = bench.server;
    const admin = (...words: string[]) => administrate(services, { command: 'admin', words });
    expect(JSON.parse(await admin('people'))).toContainEqual(expect.objectContaining({ email: 'bob@example.org' }));
    await expect(admin('people', 'member', 'owner@example.org')).rejects.toThrow('is the last administrator');
    await expect(admin('people', 'administrator', 'nobody@example.org')).rejects.toThrow('There is no account');
    expect(await admin('people', 'administrator', 'bob@example.org')).toContain('was changed');
    expect(await admin('people', 'member', 'bob@example.org')).toContain('was changed');
    expect(await admin('workers', 'drain', 'bench', 'new', 'memory')).toContain('takes no more');
    expect(JSON.parse(await admin('workers'))[0]).toMatchObject({ name: 'bench', drained: { reason: 'new memory' } });
    expect(await admin('workers', 'resume', 'bench')).toContain('takes items again');
    const item = (await bench.submit({ name: 'by script' })).body;
    await expect(admin('queue', 'hold', item.uuid)).rejects.toThrow('cuvette admin --help');
    expect(await admin('queue', 'hold', item.uuid, 'Licence')).toContain('by script was changed');
    expect(JSON.parse(await admin('queue')).entries).toContainEqual(
      expect.objectContaining({ name: 'by script', hold_reason: 'Licence' }),
    );
    expect(await admin('queue', 'release', item.uuid)).toContain('changed');
    await bench.post(`${item.uuid}/stop`);
    expect(await admin('limits', 'person', 'bob@example.org', '--core-hours', '100')).toBe('The limits are set.');
    expect(JSON.parse(await admin('limits'))).toMatchObject([{ name: 'bob@example.org', core_hours: 100 }]);
    await admin('limits', 'person', 'bob@example.org');
    expect(await admin('settings', 'supportContact', 'help@example.org')).toBe('The setting is changed.');
    expect(services.config.platform.support_contact).toBe('help@example.org');
    await admin('settings', 'supportContact', '--default');
    expect(services.config.platform.support_contact).toBeNull();
    expect(await admin('usage', '--csv')).toContain('Month,Person');
    await expect(admin('usage', '--after', 'yesterday?')).rejects.toThrow('--after must be a date');
    await expect(admin('dance')).rejects.toThrow('cuvette admin --help');
    const noted = JSON.parse(await admin('audit', '--contains', 'command line')) as { entries: Entry[] };
    expect(noted.entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['role', 'worker', 'queue', 'limit', 'setting']),
    );
  });

  test('storage is added up by person and kind', async () => {
    const item = (
      await bench.submit({ workflow_type: 'basic_calculation', workflow_data: gfn2, initial_molecule: water })
    ).body;
    const { body } = await ask<{ rows: { kind: string; bytes: number; person_name: string }[] }>(
      'GET',
      '/api/administration/storage',
    );
    const data = body.rows.find(({ kind, person_name }) => kind === 'data' && person_name === 'owner@example.org');
    expect(data?.bytes).toBeGreaterThan(200);
    await bench.post(`${item.uuid}/stop`);
  });
});
