import { ApiError, isIdentifier } from '@cuvette/core/client';
import { type ItemValue, type ItemValues, isFinished, status } from '@cuvette/core/entities';
import { quotedNumber } from '@cuvette/core/tables';
import { BundleProblem } from '../elements/bundle-problem.ts';
import { isNotSignedIn, isRefusal, isRefused } from '../elements/refusal.ts';
import type { ValueWords } from './languages.ts';
import type { ReadFrom } from './values-source.ts';

/** What is known so far of the number that an element quotes. */
export interface ValueState {
  values: ItemValues | null;
  /** Whether something must still be read before the number is known. */
  waits: boolean;
  path: string | null;
  digits: number | null;
  language: string;
}

/** What is in the sentence, and what its tooltip says. */
export type ValueView =
  | { kind: 'waiting' }
  /** `note`: something changes the meaning of the number; the first of the details says what. */
  | { kind: 'number'; text: string; value: number; label: string; note: boolean; details: string[] }
  | { kind: 'missing'; text: string; details: string[]; problem: boolean };

/** Returns what an element shows of the number that it quotes. */
export function viewOfValue(state: ValueState, words: ValueWords): ValueView {
  const { values: item, path } = state;
  if (!item) return { kind: 'waiting' };
  const known = item.values.map((value) => value.path).join(', ');
  if (!path) return missing(words.unknown, [words.noPath(known)], true);
  const value = item.values.find((each) => each.path === path);
  if (!value) return missing(words.unknown, [words.unknownDetail(path, known)], true);
  if (value.value === null) return notComputed(value, state, item, words);
  const { uncertainty, precision, method } = value;
  const number = quotedNumber({ value: value.value, uncertainty, precision, digits: state.digits }, state.language);
  const text = value.unit === null || value.unit === 'pH' ? number : `${number}\u00a0${words.term(value.unit)}`;
  const methodText =
    method === null
      ? words.methodUnknown
      : method.ran
        ? words.ran(words.term(method.text))
        : words.requested(words.term(method.text));
  const remark = value.remark && words.term(value.remark).replace(/([^.])$/, '$1.');
  const title = words.term(value.title);
  // A server of an earlier version answers without notes.
  const note = value.note ? words.term(value.note) : null;
  const details = [...(note ? [note] : []), words.of(title, item.name), methodText, ...(remark ? [remark] : [])];
  const label = note ? words.withNote(`${title}: ${text}`) : `${title}: ${text}`;
  return { kind: 'number', text, value: value.value, label, note: note !== null, details };
}

function missing(text: string, details: string[], problem: boolean): ValueView {
  return { kind: 'missing', text, details, problem };
}

function notComputed(value: ItemValue, state: ValueState, item: ItemValues, words: ValueWords): ValueView {
  const { object_status: code, name } = item;
  const title = words.term(value.title);
  const head = words.of(title, name);
  if (code === status.failed) return missing(words.failed, [head, words.failedDetail(name)], false);
  if (code === status.stopped) return missing(words.stopped, [head, words.stoppedDetail(name)], false);
  if (!isFinished(code)) return missing(words.notYet, [head, words.notYetDetail(name)], false);
  if (value.error) return missing(words.term(value.error), [head, words.term(value.error)], false);
  if (state.waits) return { kind: 'waiting' };
  return missing(words.none, [words.noneDetail(title, name)], false);
}

/** Returns what is there when the item could not be read. */
export function viewOfFailure(error: unknown, client: ReadFrom | null, uuid: string, words: ValueWords): ValueView {
  return missing(words.unreadable, [reason(error, client, uuid, words)], true);
}

function reason(error: unknown, client: ReadFrom | null, uuid: string, words: ValueWords): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error instanceof BundleProblem) return error.say(words);
  if (isRefused(error) && client && isNotSignedIn(client)) return words.notSignedIn(client.origin);
  if (isRefusal(error) && client?.kind !== 'bundle' && !isIdentifier(uuid)) return words.notIdentifier(uuid);
  // The server does not tell what is not shared from what is not there.
  if (error.status === 404) {
    return client?.kind === 'owner' ? words.notFoundOwner : client?.link ? words.notFoundLink : words.notFoundShared;
  }
  if (isRefused(error)) return words.notAllowed;
  if (error.status === 0 && client?.kind !== 'bundle') return words.away;
  return error.detail;
}
