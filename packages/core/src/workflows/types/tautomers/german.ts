/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Tautomer Search': 'Tautomerensuche',
  'Error of a relative energy': 'Fehler einer relativen Energie',
};
