/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'ADME-Tox Prediction': 'ADME-Tox-Vorhersage',
  Name: 'Bezeichnung',
  'Other values': 'Weitere Werte',
};
