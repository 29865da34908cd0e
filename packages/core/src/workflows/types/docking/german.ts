/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  Poses: 'Posen',
  'All poses': 'Alle Posen',
  'Number of poses': 'Anzahl der Posen',
  Score: 'Score',
  'Lowest score': 'Niedrigster Score',
  'Lowest scores': 'Niedrigste Scores',
  'Strain unknown': 'Spannung unbekannt',
  passes: 'bestanden',
  fails: 'nicht bestanden',
  'low strain': 'geringe Spannung',
  'moderate strain': 'mäßige Spannung',
  'high strain': 'hohe Spannung',
  'unknown strain': 'unbekannte Spannung',
  'was not checked by PoseBusters': 'wurde von PoseBusters nicht geprüft',
  'passes all PoseBusters checks': 'besteht alle Prüfungen von PoseBusters',
  'fails a PoseBusters check': 'besteht eine Prüfung von PoseBusters nicht',
  '{pose} of {count} has the best score, but the searches do not agree on it.':
    '{pose} von {count} hat den besten Score, doch die Suchen stimmen darin nicht überein.',
  '{pose} of {count} has the best score, {strain}, and {checks}.':
    '{pose} von {count} hat den besten Score, {strain} und {checks}.',
  '{pose} is shown first, since its strain is at most {limit} kcal/mol.':
    '{pose} wird zuerst gezeigt, da ihre Spannung höchstens {limit} kcal/mol beträgt.',
};
