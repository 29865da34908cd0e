import type { EnergyUnit } from '../../chemistry/units.ts';
import type { DocumentOptions, JournalName } from '../../entities/supporting-document.ts';

/** How a journal's supporting information usually looks. */
export interface JournalForm {
  title: string;
  energyUnit: EnergyUnit;
  coordinates: 'with_item' | 'at_end' | 'left_out';
  decimals: number;
  /** What is between the number and the caption of a table ("Table S1. Energies"). */
  afterNumber: string;
  /** Whether numbers of references are raised ("run¹") or in brackets ("run [1]"). */
  raised: boolean;
  /** What comes after each author but the last one, and between the last two. */
  betweenAuthors: readonly [string, string];
  /** Whether references have titles. */
  titles: boolean;
  /** What is between the journal's name and the year. */
  afterJournal: string;
}

/**
 * Usual forms of three publishers and a plain one. Sources: ACS Guide to Scholarly Communication (references with titles, authors with semicolons), RSC
 * author guidelines (SI units, "A, B and C", journal followed by a comma), Wiley-VCH notice to authors (commas, no titles, numbers in brackets).
 */
const forms: Readonly<Record<JournalName, JournalForm>> = {
  acs: {
    title: 'ACS',
    energyUnit: 'kcal/mol',
    coordinates: 'at_end',
    decimals: 6,
    afterNumber: '.',
    raised: true,
    betweenAuthors: ['; ', '; '],
    titles: true,
    afterJournal: '',
  },
  rsc: {
    title: 'RSC',
    energyUnit: 'kJ/mol',
    coordinates: 'at_end',
    decimals: 6,
    afterNumber: '',
    raised: true,
    betweenAuthors: [', ', ' and '],
    titles: false,
    afterJournal: ',',
  },
  wiley: {
    title: 'Wiley',
    energyUnit: 'kcal/mol',
    coordinates: 'at_end',
    decimals: 6,
    afterNumber: ':',
    raised: true,
    betweenAuthors: [', ', ', '],
    titles: false,
    afterJournal: '',
  },
  own: {
    title: 'Plain',
    energyUnit: 'kcal/mol',
    coordinates: 'with_item',
    decimals: 6,
    afterNumber: ':',
    raised: false,
    betweenAuthors: [', ', ' and '],
    titles: true,
    afterJournal: '',
  },
};

/** The form of a document: its journal's, with what its options say otherwise. */
export function formOf(options: DocumentOptions): JournalForm {
  const form = forms[options.journal];
  return {
    ...form,
    energyUnit: options.energy_unit ?? form.energyUnit,
    coordinates: options.coordinates ?? form.coordinates,
    decimals: options.decimals ?? form.decimals,
  };
}

/** A text and the reference numbers behind it, as the form writes them: "[1,3]" raised, or in brackets. */
export function numbersInForm(
  numbers: readonly number[],
  { raised }: JournalForm,
): { text: string; raised: boolean }[] {
  if (numbers.length === 0) return [];
  const text = shortened([...new Set(numbers)].sort((a, b) => a - b));
  return [{ text: raised ? text : ` [${text}]`, raised }];
}

/** "1–3,5" of 1, 2, 3, 5. */
function shortened(sorted: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const number of sorted) {
    const last = parts.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from},${to}` : `${from}–${to}`))
    .join(',');
}
