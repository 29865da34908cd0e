/** German for titles of the type. */
export const german: Readonly<Record<string, string>> = {
  'Hydrogen-Bond Basicity': 'Wasserstoffbrücken-Basizität',
  'Acceptor, pKBHX': 'Akzeptor, pKBHX',
  'Donor, pKα': 'Donor, pKα',
  'Whole molecule': 'Ganzes Molekül',
  'pKBHX of the molecule': 'pKBHX des Moleküls',
};
