/** Who calls: the owner, somebody else with an account, nobody, and a worker. Numbers are the expected HTTP statuses. */
export type Expected = [owner: number, stranger: number, anonymous: number, worker: number];

/** Who calls: nobody, with a living share link to the item, to the folder that it lies in, and to the protein. */
type Linked = [item: number, folder: number, protein: number];

/** What one route answers to whom. */
export interface Row {
  /** The address asked for, with the uuids of the private item, calculation and folder filled in. */
  path?: string;
  body?: unknown;
  /** Keys that nobody knows are refused. */
  strict?: boolean;
  expected: Expected;
  /** The same call about the public item, where it differs: what anonymous people get. */
  open?: number;
  /** What a share link changes; without it a link gets what anonymous people get. Links that are dead, or to something else, never change anything. */
  linked?: Linked;
  /** What the owner and a stranger get at a browser, of calls that are closed to keys. */
  browser?: [owner: number, stranger: number];
  /** What members of the project get, where it is not what its owner gets; of what a stranger may call, where it is not what the stranger gets. */
  member?: number;
  /**
   * What viewers of the project get, where it is not 403 for changes and what the owner gets for reading; of what a stranger may call, where
   * it is not what the stranger gets.
   */
  viewer?: number;
  /** What the owner's key for another project gets, where it is not what a stranger gets. */
  elsewhere?: number;
}

export const someUuid = '00000000-0000-4000-8000-000000000000';
export const attempt = { attempt: someUuid, token: someUuid };
export const ending = { exit_code: 0, signal: null, peak_memory_mb: null, output_tail: '', outcome: 'stopped' };
export const helium = { charge: 0, multiplicity: 1, atoms: [{ atomic_number: 2, position: [0, 0, 0] }] };
export const mine: Expected = [200, 404, 401, 401];
export const everybody: Expected = [200, 200, 200, 200];
export const person: Expected = [200, 200, 401, 401];
/** A private thing through the shared endpoints: hidden even from its owner, whose account they never look at. */
export const hidden: Expected = [404, 404, 404, 404];
/** Done at a browser; whoever calls with a key is refused. */
export const browserOnly: Expected = [403, 403, 401, 401];
export const workersOnly = (worker: number): Expected => [401, 401, 401, worker];
/** An item or a part of it, shared: open to the public when it is public, and to links to it and to its folder. */
export const sharedItem = { expected: hidden, open: 200, linked: [200, 200, 404] } satisfies Row;
