/** Words that are not written as the identifier spells them. */
const special: Readonly<Record<string, string>> = {
  bde: 'BDE',
  ir: 'IR',
  double_ended_ts_search: 'Double ended TS search',
};

/**
 * Title of a tab from its identifier: `spin_density` is "Spin density". A text that is a title already ("Optimize (TS)", a translation) is returned as
 * it is. Addresses and `tab="…"` use the identifier.
 */
export function tabTitle(word: string): string {
  if (Object.hasOwn(special, word)) return special[word] as string;
  if (!/^[a-z][a-z_ -]*$/.test(word)) return word;
  const spaced = word.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
