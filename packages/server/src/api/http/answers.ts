import * as z from 'zod/mini';

/** The answer of calls that have nothing to tell. */
export const Done = z.looseObject({ ok: z.literal(true) });

/** What such a call answers. */
export const done = { ok: true } as const;

/** The answer of a deletion that can be restored, by `POST /api/trash/{uuid}/restore`. */
export const Deleted = z.looseObject({ ok: z.literal(true), deletion_uuid: z.string() });

/** Returns what such a call answers; null where there was nothing to delete. */
export const deleted = (deletion: string | null) => (deletion === null ? null : { ...done, deletion_uuid: deletion });

/** A text, as JSON or as a file. */
export const Text = z.string();

/** A page, or a text for people and programs that is no JSON. */
export const Page = z.string();

/** What a file's bytes are described as. */
export const Bytes = z.string();

/** A count. */
export const Count = z.int().check(z.minimum(0));
