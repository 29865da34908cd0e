/** Words that are not written as the identifier spells them. */
const special: Readonly<Record<string, string>> = {
  bde: 'BDE',
  ir: 'IR',
  double_ended_ts_search: 'Double ended TS search',
};

/**
 * The specification's word for a tab, written as a title: `spin_density` is "Spin density". What is a title already ("Optimize (TS)", a
 * translation) stays as it is, and so does the identifier that addresses and `tab="…"` use.
 */
export function tabTitle(word: string): string {
  if (Object.hasOwn(special, word)) return special[word] as string;
  if (!/^[a-z][a-z_ -]*$/.test(word)) return word;
  const spaced = word.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
