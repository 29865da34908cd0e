/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Batch Docking': 'Docking vieler Verbindungen',
  State: 'Stand',
  'Best score': 'Beste Punktzahl',
  Compounds: 'Verbindungen',
  Compound: 'Verbindung',
  'Best compounds': 'Beste Verbindungen',
  Rank: 'Rang',
};
