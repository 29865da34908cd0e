/** Texts about periodic structures in the viewer. Guides name the four switches, so they must not change. */
export const cellWords = {
  /** Name of the menu with the switches. */
  menu: 'Cell',
  showAdjacent: 'Show adjacent cells',
  hideAdjacent: 'Hide adjacent cells',
  showClosest: 'Show closest cell',
  hideClosest: 'Hide closest cell',
  tooManyAtoms: (atoms: number, limit: number) => `Only for fewer than ${limit} atoms; this cell has ${atoms}.`,
} as const;
