/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Bond-Dissociation Energy': 'Bindungsdissoziationsenergie',
};
