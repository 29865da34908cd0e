/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Tautomer Search': 'Tautomerensuche',
  'Error of a relative energy': 'Fehler einer relativen Energie',
  tautomer: 'Tautomer',
  'No other tautomer was found.': 'Kein weiteres Tautomer wurde gefunden.',
  'Weight of the main tautomer': 'Gewicht des Haupttautomers',
  'The main tautomer has {weight} % of the weight; the next one lies {gap} kcal/mol above it.':
    'Das Haupttautomer hat {weight} % des Gewichts; das nächste liegt {gap} kcal/mol darüber.',
  Tautomers: 'Tautomere',
};
