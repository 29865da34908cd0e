/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Batch Docking': 'Docking vieler Verbindungen',
  State: 'Status',
  'Best score': 'Bester Score',
  Compounds: 'Verbindungen',
  Compound: 'Verbindung',
  'Best compounds': 'Beste Verbindungen',
  Rank: 'Rang',
  'Best docking score': 'Bester Docking-Score',
  '{docked} of {count} compounds were docked.': '{docked} von {count} Verbindungen wurden gedockt.',
  '{count} failed.': '{count} sind fehlgeschlagen.',
};
