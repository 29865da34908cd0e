import { texts } from '@cuvette/core/texts';

/** What a searched list of choices says; part of the message table. */
export const comboboxWords = {
  noMatches: texts.noMatches,
  searching: 'Searching …',
  show: 'Show the choices',
  matches: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
  /** Under a list that does not show all of them. */
  more: (count: number) => `${count} more; type to narrow them down`,
} as const;
