/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Multiple Sequence Alignment': 'Multiples Sequenz-Alignment',
  'Related sequences': 'Verwandte Sequenzen',
  sequence: 'Sequenz',
  'Aligned to a chain of {residues} residues.': 'Ausgerichtet an einer Kette von {residues} Resten.',
  'Aligned to {count} chains.': 'Ausgerichtet an {count} Ketten.',
};
