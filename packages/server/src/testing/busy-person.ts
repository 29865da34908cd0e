import { setTimeout as sleep } from 'node:timers/promises';
import { readPdb } from '@cuvette/core/chemistry';
import { computed } from './finished-item.ts';
import { type Answer, call } from './test-server.ts';

/** Something whose making the server acknowledged, and what must be true of it. */
interface Kept {
  kind: 'item' | 'draft' | 'imported' | 'protein' | 'folder';
  uuid: string;
  name: string;
  /** Texts that its notes may have: the acknowledged one, and those whose change was never answered. */
  notes: Set<string>;
  /** `unsure`: a call that would have changed it was cut off. */
  state: 'there' | 'deleted' | 'purged' | 'unsure';
}

/** Somebody who submits, changes, uploads and deletes while servers and workers are killed. */
export interface BusyPerson {
  /** Works until it is stopped; never throws. */
  work(): Promise<void>;
  stop(): void;
  /** Asks for everything that was acknowledged. What is wrong, as text. */
  check(): Promise<string[]>;
  /** Answers that no kill explains. */
  problems: string[];
  /** How many calls were acknowledged, by what they did, and how many were cut off. */
  counts: Record<string, number>;
  /** Acknowledged submissions that were not deleted. */
  items(): string[];
}

/** Waited after a call that never was answered: the server is most likely starting. */
const downMs = 500;
const trajectory = Buffer.alloc(12 * 5, 1);

const protein_data = readPdb('ATOM      1  CA  GLY A   1      11.104   6.134  -6.504  1.00  0.00           C  \nEND\n');

/** A bundle of an item with a calculation, a log and a trajectory. */
function bundle(name: string): Record<string, unknown> {
  const made = structuredClone(computed('water')) as unknown as {
    items: { uuid: string; name: string }[];
    files: Record<string, unknown>;
  };
  for (const item of made.items) Object.assign(item, { name, object_logfile: 'A log that came along.\n' });
  made.files = {
    'trajectory-0': {
      name: 'trajectory-0',
      workflow_uuid: made.items[0]?.uuid,
      kind: 'trajectory',
      media_type: 'application/octet-stream',
      bytes: trajectory.length,
      details: { replicate: 0, num_atoms: 1, num_frames: 5 },
      base64: trajectory.toString('base64'),
    },
  };
  return made as unknown as Record<string, unknown>;
}

/** Makes somebody whose deeds follow from `random`. `server` may be another each time it is asked for. */
export function createBusyPerson(
  name: string,
  server: () => { address: string },
  random: () => number,
  pauseMs: number,
): BusyPerson {
  const kept: Kept[] = [];
  const problems: string[] = [];
  const counts: Record<string, number> = {};
  let stopped = false;
  let counter = 0;

  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  /** One call; null when its answer never came. An answer that is not `expected` is a problem. */
  const ask = async (method: string, path: string, expected: number, body?: unknown): Promise<Answer | null> => {
    let answer: Answer;
    try {
      answer = await call(server(), method, path, body === undefined ? {} : { body });
    } catch {
      count('cut off');
      await sleep(downMs);
      return null;
    }
    if (answer.status === expected) return answer;
    problems.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    return null;
  };
  const keep = (kind: Kept['kind'], answer: Answer, made: string, uuid = String(answer.body.uuid)): Kept => {
    const one: Kept = { kind, uuid, name: made, notes: new Set(['']), state: 'there' };
    kept.push(one);
    return one;
  };
  const some = (...kinds: Kept['kind'][]): Kept | undefined => {
    const found = kept.filter((one) => one.state === 'there' && kinds.includes(one.kind));
    return found[Math.floor(random() * found.length)];
  };
  const next = (what: string): string => {
    counter += 1;
    return `${name} ${what} ${counter}`;
  };
  const job = () => ({ seconds: Math.floor(random() * 4) / 10, files: true });

  const deeds: Record<string, { often: number; work: () => Promise<boolean> }> = {
    submit: {
      often: 8,
      async work() {
        const title = next('item');
        const body = { name: title, workflow_type: 'test_sleep', workflow_data: job() };
        const made = await ask('POST', '/api/workflow', 201, body);
        if (made) keep('item', made, title);
        return made !== null;
      },
    },
    notes: {
      often: 6,
      async work() {
        const one = some('item', 'imported', 'draft');
        if (!one) return false;
        const notes = next('note');
        one.notes.add(notes);
        if (!(await ask('POST', `/api/workflow/${one.uuid}`, 200, { notes }))) return false;
        one.notes = new Set([notes]);
        return true;
      },
    },
    draft: {
      often: 2,
      async work() {
        const title = next('draft');
        const body = { name: title, workflow_type: 'test_sleep', workflow_data: job(), is_draft: true };
        const made = await ask('POST', '/api/workflow', 201, body);
        if (made) keep('draft', made, title);
        return made !== null;
      },
    },
    'submit a draft': {
      often: 2,
      async work() {
        const one = some('draft');
        if (!one) return false;
        one.state = 'unsure';
        if (!(await ask('POST', `/api/workflow/${one.uuid}/submit_draft`, 200, {}))) return false;
        Object.assign(one, { state: 'there', kind: 'item' });
        return true;
      },
    },
    import: {
      often: 2,
      async work() {
        const title = next('imported');
        const made = await ask('POST', '/api/workflow/import', 201, bundle(title));
        const [item] = (made?.body.items ?? []) as { uuid: string }[];
        if (made && item) keep('imported', made, title, item.uuid);
        return made !== null;
      },
    },
    upload: {
      often: 2,
      async work() {
        const title = next('protein');
        const made = await ask('POST', '/api/protein', 201, { name: title, protein_data });
        if (made) keep('protein', made, title);
        return made !== null;
      },
    },
    folder: {
      often: 1,
      async work() {
        const title = next('folder');
        const made = await ask('POST', '/api/folder', 201, { name: title });
        if (made) keep('folder', made, title);
        return made !== null;
      },
    },
    stop: {
      often: 1,
      async work() {
        const one = some('item');
        return one ? (await ask('POST', `/api/workflow/${one.uuid}/stop`, 200, {})) !== null : false;
      },
    },
    delete: {
      often: 2,
      async work() {
        const one = some('item', 'imported', 'protein', 'folder');
        if (!one) return false;
        one.state = 'unsure';
        const path = one.kind === 'protein' || one.kind === 'folder' ? one.kind : 'workflow';
        if (!(await ask('DELETE', `/api/${path}/${one.uuid}`, 200))) return false;
        one.state = 'deleted';
        return true;
      },
    },
    purge: {
      often: 1,
      async work() {
        const one = kept.find(({ state }) => state === 'deleted');
        if (!one) return false;
        const list = await ask('GET', '/api/trash?size=100', 200);
        const found = ((list?.body.deletions ?? []) as { uuid: string; object_uuid: string }[]).find(
          ({ object_uuid }) => object_uuid === one.uuid,
        );
        if (!found) return false;
        one.state = 'unsure';
        if (!(await ask('DELETE', `/api/trash/${found.uuid}`, 200))) return false;
        one.state = 'purged';
        return true;
      },
    },
  };
  const names = Object.entries(deeds).flatMap(([deed, { often }]) => Array<string>(often).fill(deed));

  /** What is wrong with one thing that was acknowledged; null when all is well. */
  const wrong = async (one: Kept): Promise<string | null> => {
    const path = one.kind === 'protein' || one.kind === 'folder' ? one.kind : 'workflow';
    const { status, body } = await call(server(), 'GET', `/api/${path}/${one.uuid}`);
    const gone = one.state === 'deleted' || one.state === 'purged';
    const title = `${one.kind} ${one.uuid} "${one.name}" (${one.state})`;
    if (one.state === 'unsure' && status === 404) return null;
    if (gone) return status === 404 ? null : `${title} was deleted, and is there`;
    if (status !== 200) return `${title} was lost: ${status}`;
    if (body.name !== one.name) return `${title} is called ${body.name}`;
    if (path !== 'workflow') return null;
    if (!one.notes.has(String(body.notes)))
      return `${title} has the notes "${body.notes}", not "${[...one.notes].join('" or "')}"`;
    const final = one.kind === 'draft' ? (one.state === 'unsure' ? [2, 3, 4, 6] : [6]) : [2, 3, 4];
    if (!final.includes(Number(body.object_status))) return `${title} has the status ${body.object_status}`;
    if (body.object_status === 3 && (body.error as { error_class?: string })?.error_class !== 'compute_lost')
      return `${title} failed: ${JSON.stringify(body.error)}`;
    if (body.object_status !== 2) return null;
    const calculations = body.calculation_uuids as string[];
    if (calculations.length !== 1) return `${title} has ${calculations.length} calculations`;
    const molecules = await call<unknown[]>(server(), 'GET', `/api/calculation/${calculations[0]}/molecules`);
    return molecules.status === 200 && molecules.body.length > 0
      ? null
      : `${title} has no molecules: ${molecules.status}`;
  };

  return {
    async work() {
      while (!stopped) {
        const deed = names[Math.floor(random() * names.length)] ?? 'submit';
        if (await deeds[deed]?.work()) count(deed);
        await sleep(random() * 2 * pauseMs);
      }
    },
    stop() {
      stopped = true;
    },
    async check() {
      const found: string[] = [];
      for (const one of kept) {
        const problem = await wrong(one);
        if (problem) found.push(problem);
      }
      return found;
    },
    problems,
    counts,
    items: () => kept.filter(({ kind, state }) => kind === 'item' && state === 'there').map(({ uuid }) => uuid),
  };
}
