import { parseArgs } from 'node:util';
import { auditActions, UsageLimitChange } from '@cuvette/core/entities';
import { HttpProblem } from '../../errors.ts';
import { waitingNow } from '../../items/read-item.ts';
import { storageByPerson } from '../../items/storage-by-person.ts';
import { decide, drain, readQueue, workerDuties } from '../../queue/decisions.ts';
import { allowAgain } from '../../queue/denied-workers.ts';
import { listWorkers } from '../../queue/workers.ts';
import type { Services } from '../../services.ts';
import { addAudit, listAudit, type NewAuditEntry } from '../../store/administration/audit.ts';
import { listLimits, setLimits } from '../../store/administration/limits.ts';
import { changePerson, handOver, listPeople } from '../../store/administration/people.ts';
import { readUsage } from '../../store/administration/usage.ts';
import { resetSecondFactors } from '../../store/second-factors.ts';
import { accountByEmail } from '../../store/users.ts';
import { changeSetting, listSettings } from '../../upkeep/changed-settings.ts';
import { check, isUuid } from '../../wire/body.ts';
import { auditCsvParts } from './audit.ts';
import { usageCsv } from './usage.ts';

type Place = Pick<Services, 'db' | 'files' | 'config'>;

/** Where the commands are listed. */
const listed = '"cuvette admin --help" lists what can be done.';

const options = {
  csv: { type: 'boolean' },
  default: { type: 'boolean' },
  after: { type: 'string' },
  before: { type: 'string' },
  contains: { type: 'string' },
  action: { type: 'string' },
  'active-items': { type: 'string' },
  'core-hours': { type: 'string' },
  'storage-mb': { type: 'string' },
} as const;

function read(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new HttpProblem(422, `${(error as Error).message} ${listed}`);
  }
}

type Given = ReturnType<typeof read>['values'];

const asJson = (value: unknown): string => JSON.stringify(value, null, 2);
const misunderstood = (): HttpProblem => new HttpProblem(422, `This is not understood. ${listed}`);

function dateOf(text: string | undefined, option: string): string | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new HttpProblem(422, `--${option} must be a date like 2026-11-01.`);
  return date.toISOString();
}

async function accountOf({ db }: Place, email: string | undefined): Promise<string> {
  if (email === undefined) throw misunderstood();
  const account = await accountByEmail(db.drizzle, email);
  if (!account) throw new HttpProblem(404, `There is no account with the address ${email}.`);
  return account.id;
}

/** The newest worker of a name. */
async function workerOf({ db }: Place, name: string | undefined): Promise<string> {
  const found = (await listWorkers(db.drizzle)).find((worker) => worker.name === name || worker.uuid === name);
  if (!found) throw new HttpProblem(404, `No worker "${name ?? ''}" was connected in the last day.`);
  return found.uuid;
}

/** Notes what the command line did. */
function note({ db }: Place, entry: Pick<NewAuditEntry, 'action' | 'kind' | 'subject' | 'subjectName' | 'details'>) {
  return addAudit(db.drizzle, { actor: null, actorName: 'command line', way: 'command line', address: null, ...entry });
}

async function people(place: Place, [what, email, to]: readonly string[]): Promise<string> {
  const { db } = place;
  if (what === undefined) return asJson(await listPeople(db.drizzle));
  const id = await accountOf(place, email);
  const about = { kind: 'person', subject: id, subjectName: email ?? null };
  if (what === 'hand-over') {
    const handed = await handOver(db, id, await accountOf(place, to));
    await note(place, {
      action: 'hand_over',
      ...about,
      details: { to: handed?.to, projects: handed?.projects.length },
    });
    return `${handed?.projects.length ?? 0} projects of ${handed?.from} belong to ${handed?.to} now.`;
  }
  if (what === 'reset-second-factor') {
    await resetSecondFactors(db, id);
    await note(place, { action: 'account', ...about, details: { change: 'second factor reset' } });
    return `${email} signs in without a code now, and is signed out everywhere.`;
  }
  const changes: Readonly<Record<string, { administrator?: boolean; disabled?: boolean }>> = {
    administrator: { administrator: true },
    member: { administrator: false },
    disable: { disabled: true },
    enable: { disabled: false },
  };
  const change = changes[what];
  if (!change) throw misunderstood();
  await changePerson(db, id, change);
  await note(place, { action: change.disabled === undefined ? 'role' : 'account', ...about, details: { ...change } });
  return `The account of ${email} was changed.`;
}

async function workers(place: Place, [what, name, ...reason]: readonly string[]): Promise<string> {
  const { drizzle } = place.db;
  if (what === undefined) {
    const duties = await workerDuties(drizzle);
    const list = await listWorkers(drizzle);
    return asJson(list.map((worker) => ({ ...worker, ...duties.find(({ uuid }) => uuid === worker.uuid) })));
  }
  const uuid = await workerOf(place, name);
  const about = { action: 'worker', kind: 'worker', subject: uuid, subjectName: name ?? null } as const;
  if (what === 'allow') {
    const allowed = await allowAgain(drizzle, uuid, null);
    await note(place, { ...about, details: { change: 'allowed' } });
    return allowed ? `${name} gets items again.` : `${name} was not denied any.`;
  }
  if (what !== 'drain' && what !== 'resume') throw misunderstood();
  await drain(drizzle, uuid, { drained: what === 'drain', reason: reason.join(' ') || null });
  await note(place, { ...about, details: { drain: what === 'drain', reason: reason.join(' ') } });
  return what === 'drain' ? `${name} finishes what it has and takes no more.` : `${name} takes items again.`;
}

async function queue(place: Place, [what, uuid, ...rest]: readonly string[]): Promise<string> {
  const { drizzle } = place.db;
  if (what === undefined) return asJson(await readQueue(drizzle, await waitingNow(place), { page: 0, size: 1000 }));
  if (!isUuid(uuid)) throw misunderstood();
  const decisions: Readonly<Record<string, () => Parameters<typeof decide>[2] | null>> = {
    priority: () => {
      const [number = '', ...reason] = rest;
      const priority = Number(number);
      if (number === '' || !Number.isInteger(priority) || Math.abs(priority) > 10) return null;
      return priority !== 0 && reason.length === 0 ? null : { priority, reason: reason.join(' ') };
    },
    hold: () => (rest.length === 0 ? null : { hold: rest.join(' ') }),
    release: () => ({ hold: null }),
  };
  const decision = decisions[what]?.() ?? null;
  if (!decision) throw misunderstood();
  const name = await decide(drizzle, uuid, decision);
  if (name === null) throw new HttpProblem(404, `There is no item ${uuid}.`);
  await note(place, { action: 'queue', kind: 'workflow', subject: uuid, subjectName: name, details: { ...decision } });
  return `${name} was changed.`;
}

async function limits(place: Place, [kind, who]: readonly string[], given: Given): Promise<string> {
  const { db } = place;
  if (kind === undefined) return asJson(await listLimits(db.drizzle));
  if (who === undefined) throw misunderstood();
  const subject = who !== '*' && kind === 'person' ? await accountOf(place, who) : who;
  const amount = (text: string | undefined) => (text === undefined ? null : Number(text));
  const change = check(UsageLimitChange, {
    kind,
    subject,
    active_items: amount(given['active-items']),
    core_hours: amount(given['core-hours']),
    storage_mb: amount(given['storage-mb']),
  });
  const notes = await setLimits(db.drizzle, change, null);
  const { active_items, core_hours, storage_mb } = change;
  await note(place, {
    action: 'limit',
    kind: change.kind,
    subject,
    subjectName: who,
    details: { active_items, core_hours, storage_mb },
  });
  return ['The limits are set.', ...notes].join('\n');
}

async function settings(place: Place, [name, value]: readonly string[], given: Given): Promise<string> {
  const { db, config } = place;
  if (name === undefined) return asJson(await listSettings(db, config));
  if ((value === undefined) !== (given.default === true)) throw misunderstood();
  await changeSetting(db, config, { name, value: value ?? null, by: null });
  await note(place, { action: 'setting', kind: 'setting', subject: name, details: { value: value ?? null } });
  return 'The setting is changed.';
}

async function audit(place: Place, given: Given): Promise<string> {
  const action = auditActions.find((one) => one === given.action);
  if (given.action !== undefined && action === undefined) {
    throw new HttpProblem(422, `--action must be one of ${auditActions.join(', ')}.`);
  }
  const query = {
    action,
    contains: given.contains,
    after: dateOf(given.after, 'after'),
    before: dateOf(given.before, 'before'),
  };
  if (!given.csv) return asJson(await listAudit(place.db.drizzle, query, { page: 0, size: 100 }));
  let text = '';
  for await (const part of auditCsvParts(place.db, query)) text += part;
  await note(place, { action: 'export', kind: 'audit log' });
  return text.trimEnd();
}

async function usage(place: Place, given: Given): Promise<string> {
  const query = { after: dateOf(given.after, 'after'), before: dateOf(given.before, 'before') };
  const rows = await readUsage(place.db.drizzle, query);
  return given.csv ? usageCsv(rows).trimEnd() : asJson(rows);
}

/** Carries out `cuvette admin`; the answer is what to print. Throws 404, 409, 422. */
export async function runAdminCommand(place: Place, words: readonly string[]): Promise<string> {
  const { positionals, values } = read(words);
  const [part, ...rest] = positionals;
  switch (part) {
    case 'people':
      return people(place, rest);
    case 'workers':
      return workers(place, rest);
    case 'queue':
      return queue(place, rest);
    case 'storage':
      return asJson(await storageByPerson(place));
    case 'usage':
      return usage(place, values);
    case 'limits':
      return limits(place, rest, values);
    case 'settings':
      return settings(place, rest, values);
    case 'audit':
      return audit(place, values);
    default:
      throw misunderstood();
  }
}
