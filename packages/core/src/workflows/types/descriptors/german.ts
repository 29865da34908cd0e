/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  descriptors: 'Deskriptoren',
  Descriptors: 'Deskriptoren',
  Descriptor: 'Deskriptor',
  Module: 'Modul',
  Description: 'Beschreibung',
  'Other values of the atoms': 'Weitere Werte der Atome',
};
