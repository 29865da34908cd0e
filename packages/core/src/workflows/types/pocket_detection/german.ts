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
  'No pockets were found.': 'Es wurden keine Taschen gefunden.',
  'How likely a ligand binds there, from 0 to 1.': 'Wie wahrscheinlich dort ein Ligand bindet, von 0 bis 1.',
  'The {count} pockets of the highest scores are drawn.':
    'Die {count} Taschen mit der höchsten Bewertung sind gezeichnet.',
};
