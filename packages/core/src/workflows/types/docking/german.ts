/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  Poses: 'Posen',
  'All poses': 'Alle Posen',
  'Number of poses': 'Anzahl der Posen',
  Score: 'Punktzahl',
  'Lowest score': 'Niedrigste Punktzahl',
  'Lowest scores': 'Niedrigste Punktzahlen',
  'Strain unknown': 'Spannung unbekannt',
  passes: 'bestanden',
  fails: 'nicht bestanden',
  'little strain': 'wenig Spannung',
  'some strain': 'etwas Spannung',
  'much strain': 'viel Spannung',
  'unknown strain': 'unbekannte Spannung',
  'was not checked by PoseBusters': 'wurde von PoseBusters nicht geprüft',
  'passes all PoseBusters checks': 'besteht alle Prüfungen von PoseBusters',
  'fails a PoseBusters check': 'besteht eine Prüfung von PoseBusters nicht',
  '{pose} of {count} has the best score, but the searches do not agree on it.':
    '{pose} von {count} hat die beste Punktzahl, doch die Suchen sind sich darin nicht einig.',
  '{pose} of {count} has the best score, {strain}, and {checks}.':
    '{pose} von {count} hat die beste Punktzahl, {strain} und {checks}.',
  '{pose} is shown first, since its strain is at most {limit} kcal/mol.':
    '{pose} wird zuerst gezeigt, da ihre Spannung höchstens {limit} kcal/mol beträgt.',
};
