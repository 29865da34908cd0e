/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'ADME-Tox Prediction': 'ADME-Tox-Vorhersage',
  Name: 'Name',
  'Other values': 'Weitere Werte',
  Ratings: 'Bewertungen',
  Properties: 'Eigenschaften',
  '{count} properties': '{count} Eigenschaften',
  'None of them is rated.': 'Keine davon ist bewertet.',
  '{good} good, {okay} okay, {bad} bad': '{good} gut, {okay} mäßig, {bad} schlecht',
  'No property is rated bad.': 'Keine Eigenschaft ist schlecht bewertet.',
  'Rated bad: {properties} and {count} more.': 'Schlecht bewertet: {properties} und {count} weitere.',
  'Rated bad: {properties}.': 'Schlecht bewertet: {properties}.',
};
