/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  Poses: 'Posen',
  'All poses': 'Alle Posen',
  'Number of poses': 'Anzahl der Posen',
  Score: 'Punktzahl',
  'Lowest score': 'Niedrigste Punktzahl',
  'Lowest scores': 'Niedrigste Punktzahlen',
  'Strain unknown': 'Spannung unbekannt',
};
