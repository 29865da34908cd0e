/** The results that `npm run examples` stored: their files, their largest sizes, and the revision of the recipe that must have computed each. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { jobs } from '../../../examples/jobs.mjs';
import { root } from '../stamps.mjs';

export const folder = join(root, 'examples/results');

/** Bytes of one result, packed, and of all of them. */
export const limits = { each: 300_000, all: 4_000_000 };

/** The name of a job's stored result without its ending: that of the type, or of a further example of it. */
export const keyOf = ({ type, key = type }) => key;

export const fileOf = (key) => join(folder, `${key}.cuvette.json`);

/** The stored results, by their keys. */
export const storedKeys = () => readdirSync(folder).flatMap((name) => /^(.*)\.cuvette\.json$/.exec(name)?.[1] ?? []);

/** The revision that a stored result must have, from `examples/jobs.mjs`. */
export const revisionOf = (key) => jobs.find((job) => keyOf(job) === key)?.revision ?? 1;

/** How large a result is on its way to a browser. */
export const packedBytes = (text) => gzipSync(text, { level: 9 }).length;
