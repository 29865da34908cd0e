/** Most names that a refusal lists. */
const mostListed = 10;

/** Names as a refusal lists them: the first ten, and how many more there are. */
export function shortList(names: readonly string[]): string {
  const more = names.length - mostListed;
  return `${names.slice(0, mostListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
