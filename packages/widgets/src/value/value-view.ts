import { ApiError, isIdentifier } from '@cuvette/core/client';
import { type ItemKeyResult, type ItemValue, type ItemValues, isFinished, status } from '@cuvette/core/entities';
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
  | { kind: 'number'; text: string; value: number | null; label: string; note: boolean; details: string[] }
  | { kind: 'missing'; text: string; details: string[]; problem: boolean };

/** Returns what an element shows of the number that it quotes; without a path, of the key results of its item. */
export function viewOfValue(state: ValueState, words: ValueWords): ValueView {
  const { values: item, path } = state;
  if (!item || (!path && state.waits)) return { kind: 'waiting' };
  // A number by its name has neither words nor a label.
  const asked = (
    (path ? item.values.filter((each) => each.path === path) : item.key_results) as Quoted[] | undefined
  )?.map(textsOf);
  if (!asked || (path && asked.length === 0)) {
    const known = item.values.map((value) => value.path).join(', ');
    return missing(words.unknown, [words.unknownDetail(path ?? '', known)], true);
  }
  const found = asked.filter(({ value, text }) => value !== null || text);
  const [first] = found;
  if (!first) return notComputed(asked[0], state, item, words);
  const notes = found.flatMap(({ note }) => (note ? words.term(note) : []));
  const several = found.length > 1;
  const whole = found
    .map((value) => (several && value.label ? `${words.term(value.label)} ` : '') + textOf(value, state, words))
    .join(', ');
  const label = `${words.term(first.title)}: ${whole}`;
  const details = found.flatMap(({ title, method, ran, remark, text }) => [
    words.of(words.term(title), item.name),
    ran !== null && method ? (ran ? words.ran : words.requested)(words.term(method)) : text ? [] : words.methodUnknown,
    remark ? words.term(remark).replace(/([^.])$/, '$1.') : [],
  ]);
  return {
    kind: 'number',
    text: path || item.object_status === status.completed ? whole : `${whole} ${words.term('(incomplete)')}`,
    value: several || first.text ? null : first.value,
    label: notes.length > 0 ? words.withNote(label) : label,
    note: notes.length > 0,
    details: [...new Set([...notes, ...details.flat()])],
  };
}

/** A value by its name, or a key result. */
type Quoted = ItemValue & Partial<Pick<ItemKeyResult, 'label' | 'text' | 'phrase'>>;
type Worded = ReturnType<typeof textsOf>;

/** Writes the words of a result, or its number with ± and unit. */
function textOf(quoted: Worded, { digits, language }: ValueState, words: ValueWords): string {
  const { text, phrase, value, uncertainty, precision, unit } = quoted;
  if (text) return words.term(phrase ?? text);
  const number = quotedNumber({ value: value ?? Number.NaN, uncertainty, precision, digits }, language);
  return unit === null || unit === 'pH' ? number : `${number}\u00a0${words.term(unit)}`;
}

/** The texts of a value, those with values in them by their identifiers: what other languages are made of. */
const textsOf = ({ method, phrases, ...texts }: Quoted) => ({
  ...texts,
  method: method?.text ?? '',
  ran: method && method.ran,
  ...phrases,
});

function missing(text: string, details: string[], problem: boolean): ValueView {
  return { kind: 'missing', text, details, problem };
}

function notComputed(value: Worded | undefined, state: ValueState, item: ItemValues, words: ValueWords): ValueView {
  const { object_status: code, name } = item;
  const title = value ? words.term(value.title) : item.object_type;
  const head = words.of(title, name);
  const end = code === status.failed ? 'failed' : code === status.stopped ? 'stopped' : 'notYet';
  if (end !== 'notYet' || !isFinished(code)) return missing(words[end], [head, words[`${end}Detail`](name)], false);
  if (value?.error) return missing(words.term(value.error), [head, words.term(value.error)], false);
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
