/** The results that `npm run examples` stored: their files, their largest sizes, and the revision of the recipe that must have computed each. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { jobs } from '../../../examples/jobs.mjs';
import { root } from '../stamps.mjs';

export const folder = join(root, 'examples/results');

/** Bytes of one result, packed, and of all of them. */
export const limits = { each: 300_000, all: 4_000_000 };

export const fileOf = (type) => join(folder, `${type}.cuvette.json`);

/** The types that have a stored result. */
export const storedTypes = () => readdirSync(folder).flatMap((name) => /^(.*)\.cuvette\.json$/.exec(name)?.[1] ?? []);

/** The revision that a type's stored result must have, from `examples/jobs.mjs`. */
export const revisionOf = (type) => jobs.find((job) => job.type === type)?.revision ?? 1;

/** How large a result is on its way to a browser. */
export const packedBytes = (text) => gzipSync(text, { level: 9 }).length;
