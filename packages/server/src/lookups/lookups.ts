import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { HttpProblem } from '../errors.ts';
import { createTextCache } from './cache.ts';
import {
  guardedRequest,
  type LookupLimits,
  type LookupQuestion,
  type LookupSource,
  usualLimits,
} from './guarded-request.ts';
import { pdbIdentifier, pdbQuestion } from './pdb-entry.ts';
import { type Compound, pubchemIdentifier, pubchemQuestion, readCompound } from './pubchem.ts';

/** Asks PubChem and the Protein Data Bank for what a person named. Only the identifier leaves this server. */
export interface Lookups {
  /** Throws 422 where the identifier is none, 403 where lookups are off, 404 where PubChem knows nothing of it, 429 from a person who asks too often, 502 to 504 where it cannot be asked. */
  compound(user: string, identifier: string): Promise<Compound>;
  /** An entry as mmCIF. Throws as `compound`. */
  pdbEntry(user: string, identifier: unknown): Promise<string>;
}

/** Lookups that one person may make in a minute. */
const perMinute = 60;
/** PubChem asks for at most five requests per second. */
const pubchemSpacingMs = 200;
/** Requests to PubChem that may wait for their turn. */
const mostWaiting = 100;

/** Counts what each person asked in the current minute. */
function createQuota(now: () => number = Date.now) {
  let minute = 0;
  let counts = new Map<string, number>();
  return (user: string): void => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) [minute, counts] = [current, new Map()];
    const count = (counts.get(user) ?? 0) + 1;
    counts.set(user, count);
    if (count > perMinute)
      throw new HttpProblem(429, `That is more than ${perMinute} lookups in a minute. Wait a moment.`);
  };
}

/** Lets one start at a time, some milliseconds apart. */
function createPace(spacingMs: number, most: number) {
  let next = 0;
  return async (): Promise<void> => {
    const now = performance.now();
    const turn = Math.max(now, next);
    if (turn - now > most * spacingMs) throw new HttpProblem(503, 'Too many lookups wait. Try again in a moment.');
    next = turn + spacingMs;
    if (turn > now) await wait(turn - now);
  };
}

/** Sets up lookups as configured; `limits` differ in tests. */
export function createLookups(
  { lookups: mode, pubchemUrl, pdbUrl }: Pick<Config, 'lookups' | 'pubchemUrl' | 'pdbUrl'>,
  limits: Partial<LookupLimits> = {},
): Lookups {
  const source = (name: string, address: string): LookupSource => ({
    name,
    base: new URL(`${address}/`),
    inHouse: mode === 'in-house',
  });
  const pubchem = source('PubChem', pubchemUrl);
  const pdb = source('The Protein Data Bank', pdbUrl);
  const cache = createTextCache({ entries: 1000, characters: 100_000_000, seconds: 86_400 });
  const quota = createQuota();
  const pace = createPace(pubchemSpacingMs, mostWaiting);

  const ask = (from: LookupSource, question: LookupQuestion, before: () => Promise<void>) =>
    cache.read(JSON.stringify([from.name, question.path, question.form ?? null]), async () => {
      await before();
      return guardedRequest(from, question, { ...usualLimits, ...limits });
    });
  const admit = (user: string, instead: string): void => {
    if (mode === 'off') {
      throw new HttpProblem(
        403,
        `Not available on this server: looking things up elsewhere is switched off. ${instead}`,
      );
    }
    quota(user);
  };

  return {
    async compound(user, text) {
      const identifier = pubchemIdentifier(text);
      admit(user, 'Paste a SMILES instead.');
      const answer = await ask(pubchem, pubchemQuestion(identifier), pace);
      if (answer !== null) return readCompound(answer);
      const words =
        'cid' in identifier
          ? `no compound with the number ${identifier.cid}`
          : `no compound called "${identifier.name}"`;
      throw new HttpProblem(404, `PubChem knows ${words}.`, 'identifiers');
    },
    async pdbEntry(user, text) {
      const identifier = pdbIdentifier(text);
      admit(user, 'Upload a PDB or mmCIF file instead.');
      const answer = await ask(pdb, pdbQuestion(identifier), async () => {});
      if (answer === null) {
        throw new HttpProblem(404, `The Protein Data Bank has no entry ${identifier}.`, 'pdb_id');
      }
      return answer;
    },
  };
}
