/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'LogP of the Neutral Molecule': 'LogP des neutralen Moleküls',
  'The uncharged molecule prefers water to octanol.': 'Das ungeladene Molekül zieht Wasser dem Octanol vor.',
  'The uncharged molecule prefers octanol to water.': 'Das ungeladene Molekül zieht Octanol dem Wasser vor.',
  'No logP yet.': 'Noch kein logP.',
};
