import * as z from 'zod/mini';
import { HostMessage } from './messages.ts';

/** A message of ours that waits for an answer, whatever else it says. */
const Request = z.object({
  namespace: z.literal('cuvette'),
  version: z.literal(1),
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  type: z.optional(z.unknown()),
});

/** What a frame says itself is no request, should somebody send it back. */
const ownTypes: readonly unknown[] = ['answer', 'error', 'event'];

/** Letters of a foreign text that a refusal repeats. */
const mostRepeated = 100;

const counted = 'a whole number, counted from 0';
/** What each part of a state has to be. */
const parts: Readonly<Record<string, string>> = {
  structure: 'the identifier of a structure, as text',
  atoms: 'a list of atoms, each a whole number counted from 0',
  tab: 'the identifier of a tab, as text',
  frame: `${counted}, or null for the last one`,
  mode: `${counted}, or null for none`,
  saved: 'the “saved” text of an earlier state',
};

/** A request that cannot be understood: its identifier, and what is wrong with it as text. Null for whole messages, and for what is no request of ours. */
export function refusalOf(data: unknown): { id: string; message: string } | null {
  const request = Request.safeParse(data);
  const read = HostMessage.safeParse(data);
  if (!request.success || read.success || ownTypes.includes(request.data.type)) return null;
  const { id, type } = request.data;
  return { id, message: wordsFor(type, read.error.issues[0]) };
}

function wordsFor(type: unknown, issue: z.core.$ZodIssue | undefined): string {
  if (type === 'theme') return 'The theme is “light”, “dark” or “auto”.';
  if (type !== 'set') return 'Unknown request. Requests are get, set and theme.';
  if (issue?.code === 'unrecognized_keys') {
    const names = Object.keys(parts).join(', ');
    return `There is no “${String(issue.keys[0]).slice(0, mostRepeated)}” to set. These can be set: ${names}.`;
  }
  const part = String(issue?.path[1] ?? '');
  const what = parts[part];
  return what ? `“${part}” must be ${what}.` : 'The values to set must be an object, such as { tab: "info" }.';
}
