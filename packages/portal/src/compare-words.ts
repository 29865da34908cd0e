/** What the page of a comparison says beside its element. */
export const compareWords = {
  page: 'Comparison',
  pageOf: (type: string) => `Comparison: ${type}`,
  asMixed: 'Compare items of all types here',
} as const;
