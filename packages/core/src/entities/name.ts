import * as z from 'zod/mini';

/** Characters of a name: most of an item, folder, project, protein, structure or saved list. */
export const longestName = 500;

/** What no name may hold: control characters, line breaks, marks that turn the direction of writing, halves of characters. */
const unfit = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
const allUnfit = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
/** What can be seen. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

const plain = z.refine<string>((text) => !unfit.test(text), {
  error: 'must be one line without control characters and marks of writing direction',
});
const seen = z.refine<string>((text) => visible.test(text), { error: 'must have a letter, a digit or a sign' });
const seenOrEmpty = z.refine<string>((text) => text === '' || visible.test(text), {
  error: 'must have a letter, a digit or a sign',
});

/** A name that people read: one line in which something can be seen, without blanks around it. */
export function nameSchema(longest = longestName) {
  return z.string().check(z.trim(), z.minLength(1), z.maxLength(longest), plain, seen);
}

/** A name that may be left empty; one of blanks is empty. */
export function emptyOrName(longest = longestName) {
  return z.string().check(z.trim(), z.maxLength(longest), plain, seenOrEmpty);
}

/** The name of an item, folder, project, protein, structure or saved list. */
export const Name = nameSchema();

/** Why a text cannot be a name (or, where it may be left empty, not even that), as a sentence for whoever types it; null where it can. */
export function nameProblem(text: string, { mayBeEmpty = false, longest = longestName } = {}): string | null {
  const { error } = z.safeParse(mayBeEmpty ? emptyOrName(longest) : nameSchema(longest), text);
  const issue = error?.issues[0];
  if (!issue) return null;
  if (issue.code === 'too_small') return 'Give it a name.';
  if (issue.code === 'too_big') return `A name has at most ${longest} characters; this one has ${text.trim().length}.`;
  return `A name ${issue.message}.`;
}

/** A name of foreign data made fit: what no name may hold is a blank or gone, and one in which nothing is seen is `instead`. */
export function mendedName(text: string, instead: string): string {
  const mended = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(allUnfit, '')
    .trim()
    .slice(0, longestName)
    .toWellFormed()
    .trim();
  return visible.test(mended) ? mended : instead;
}
