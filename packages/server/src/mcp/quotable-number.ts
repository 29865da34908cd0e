import type { WorkflowItem } from '@cuvette/core/entities';
import { quotedNumber } from '@cuvette/core/tables';
import { entryOfType } from '@cuvette/core/workflows';

/**
 * A number of a result as an agent gets it. It is whole: what it is, how sure it is, how it was computed, what changes its meaning, and a sentence
 * that says all of it. There is no way to ask for the value alone.
 */
export interface QuotableNumber {
  /** Null where it was not computed, or not yet; `error` says why. */
  value: number | null;
  /** Null for a number without a unit. */
  unit: string | null;
  /** ± in the same unit; null where its size is not known. */
  uncertainty: number | null;
  /** What computed it; null where that is not recorded. */
  method: string | null;
  /** Identifier of the item. */
  item: string;
  /** What changes the meaning of the number: a method that is known to fail here, a method that replaced the one asked for. */
  notes: string[];
  error: string | null;
  /** A sentence to quote, with ±, unit, method, item and notes. */
  sentence: string;
}

/** What a number is made from. */
export interface NumberParts {
  /** What it is: "Strongest acid pKa", "Relative energy of row 3". */
  title: string;
  value: number | null;
  unit: string | null;
  /** Decimals shown. */
  precision: number;
  uncertainty?: number | null;
  method: string | null;
  notes: readonly (string | null)[];
  error?: string | null;
}

type QuotedItem = Pick<WorkflowItem, 'uuid' | 'name' | 'object_type'>;

const inBrackets = (text: string | null | undefined) => (text ? ` (${text})` : '');

/** An item with its type, which says what a number without a unit is: “Benzoic acid” (pKa). */
const named = ({ name, object_type }: QuotedItem) => `“${name}”${inBrackets(entryOfType(object_type)?.title)}`;

/** A note as a sentence among others. */
const ended = (note: string) => (/[.!?]$/.test(note) ? note : `${note}.`);

/** The notes of a number and of its item, each once. */
const allNotes = (notes: readonly (string | null)[], notesOfItem: readonly string[]) => [
  ...new Set([...notes.flatMap((note) => note ?? []), ...notesOfItem]),
];

/** A sentence with the notes that belong to it and the item that it is from. */
export function quotableSentence(sentence: string, notes: readonly string[], item: QuotedItem): string {
  return [
    sentence,
    ...(notes.length > 0 ? [`Note: ${notes.map(ended).join(' ')}`] : []),
    `Cuvette item ${item.uuid}.`,
  ].join(' ');
}

/** A key result in words ("2 conformers"), with what a number has besides: method, item, notes and a sentence. */
export function quotableText(
  item: QuotedItem,
  { title, text, method, notes }: Pick<NumberParts, 'title' | 'method' | 'notes'> & { text: string },
  notesOfItem: readonly string[],
) {
  const all = allNotes(notes, notesOfItem);
  const sentence = quotableSentence(`${title} of ${named(item)}: ${text}${inBrackets(method)}.`, all, item);
  return { text, method, item: item.uuid, notes: all, sentence };
}

/** Makes the whole number of its parts. `notes` of the item (replaced methods, warnings) belong to each of its numbers. */
export function quotableNumber(
  item: QuotedItem,
  { title, value, unit, precision, uncertainty = null, method, notes, error = null }: NumberParts,
  notesOfItem: readonly string[],
): QuotableNumber {
  const all = allNotes(notes, notesOfItem);
  const finite = value !== null && Number.isFinite(value) ? value : null;
  const number = finite === null ? null : quotedNumber({ value: finite, uncertainty, precision }, 'en');
  const reason = finite === null ? (error ?? 'It was not computed.') : null;
  const sentence = quotableSentence(
    number === null
      ? `${title} of ${named(item)} has no value. ${reason}`
      : `${title} of ${named(item)}: ${number}${unit ? ` ${unit}` : ''}${inBrackets(method)}.`,
    all,
    item,
  );
  return {
    value: finite,
    unit,
    uncertainty: finite === null ? null : uncertainty,
    method,
    item: item.uuid,
    notes: all,
    error: reason,
    sentence,
  };
}
