/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Pocket Detection': 'Taschen finden',
  Pockets: 'Taschen',
  Pocket: 'Tasche',
  'Score of the best pocket': 'Bewertung der besten Tasche',
  'best score': 'beste Bewertung',
  'Its volume': 'Ihr Volumen',
  Volume: 'Volumen',
  Center: 'Mittelpunkt',
  Box: 'Box',
  Residues: 'Reste',
  'One pocket was found.': 'Eine Tasche wurde gefunden.',
  '{count} pockets were found.': '{count} Taschen wurden gefunden.',
  'Merge distance': 'Abstand zum Zusammenfassen',
};
