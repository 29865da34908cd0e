/** One choice of a searched list. */
export interface ComboboxOption {
  value: string;
  label: string;
  /** What tells it from others of the same name; searched too. */
  detail?: string | undefined;
  /** Why it cannot be chosen; it is shown all the same. */
  unavailable?: string | undefined;
}

/** Letters without accents, small: "Café" is found by "cafe". */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Choices that have every word of `query` somewhere in their name or detail, in the order given; those whose name starts with it come first. All for an
 * empty query.
 */
export function matching(options: readonly ComboboxOption[], query: string): readonly ComboboxOption[] {
  const wanted = plain(query.trim());
  if (wanted === '') return options;
  const words = wanted.split(/\s+/);
  const found = options.filter(({ label, detail }) => {
    const text = plain(`${label} ${detail ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  const starts = ({ label }: ComboboxOption) => plain(label).startsWith(wanted);
  return [...found.filter(starts), ...found.filter((option) => !starts(option))];
}
