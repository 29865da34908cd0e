import { type Access, isForEverybody } from '../../auth/principal.ts';
import { mostDocumentValues } from '../../bundles/limits.ts';

/** What a call's body may hold. */
export interface BodyLimits {
  bytes: number;
  /** Most numbers, texts, lists and objects together, where it is JSON. */
  values: number;
}

const [kB, MB] = [2 ** 10, 2 ** 20];

/** Addresses and passwords. */
const signIn: BodyLimits = { bytes: 16 * kB, values: 1000 };
/** Names, notes, lists of identifiers. */
const plain: BodyLimits = { bytes: 2 * MB, values: 100_000 };
/** Settings with structures in them, and batches. */
const submission: BodyLimits = { bytes: 8 * MB, values: 400_000 };
/** A structure file of 25 MB in its JSON clothes, or its atoms as JSON. */
const structure: BodyLimits = { bytes: 26 * MB, values: 2_000_000 };
/** Results with long trajectories and many vibrational modes; grids and trajectories come as files. */
const result: BodyLimits = { bytes: 256 * MB, values: 30_000_000 };

/** The limits of a route by its address, in the first line that fits. */
const table: [RegExp, BodyLimits][] = [
  [/^\/api\/worker\/(?:events|finish|file)$/, result],
  [/^\/api\/worker\/register$/, submission],
  [/^\/api\/(?:convert|protein|structure)(?:\/|$)|^\/api\/project\/:uuid\/create_structure$/, structure],
  [/^\/api\/workflow\/import$/, { bytes: structure.bytes, values: mostDocumentValues }],
  [/^\/api\/workflow(?:\/|$)/, submission],
];

/** Returns what the body of a call to a route may hold. A route's own `bodyLimit` goes before the bytes here. */
export function bodyLimits(url: string, access: Pick<Access, 'caller'> | undefined): BodyLimits {
  if (isForEverybody(access)) return signIn;
  return table.find(([address]) => address.test(url))?.[1] ?? plain;
}
