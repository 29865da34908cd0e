/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'LogP of the Neutral Molecule': 'LogP des neutralen Moleküls',
};
