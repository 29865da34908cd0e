/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  descriptors: 'Deskriptoren',
  Descriptors: 'Deskriptoren',
  Descriptor: 'Deskriptor',
  Module: 'Modul',
  Description: 'Beschreibung',
  'Other values of the atoms': 'Weitere Werte der Atome',
  'Molecular weight': 'Molekülmasse',
  'Topological polar surface': 'Topologische polare Oberfläche',
  TPSA: 'TPSA',
  '{count} descriptors': '{count} Deskriptoren',
  '{count} descriptors were computed.': '{count} Deskriptoren wurden berechnet.',
  '{count} of them have no value for this molecule.': '{count} davon haben für dieses Molekül keinen Wert.',
};
