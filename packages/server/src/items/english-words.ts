/** The words around a summary, in English: what the server writes for pages, notebooks and exports. */
export const englishWords = {
  more: (count: number) => (count === 1 ? 'One more row.' : `${count} more rows.`),
  viewOnCuvette: 'View on Cuvette',
  label: (status: string) => status,
};
