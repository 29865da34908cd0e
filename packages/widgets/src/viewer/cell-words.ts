/** Words about periodic structures in the viewer. The four switches are the specification's. */
export const cellWords = {
  showAdjacent: 'Show adjacent cells',
  hideAdjacent: 'Hide adjacent cells',
  showClosest: 'Show closest cell',
  hideClosest: 'Hide closest cell',
  tooManyAtoms: (atoms: number, limit: number) => `Only for fewer than ${limit} atoms; this cell has ${atoms}.`,
} as const;
